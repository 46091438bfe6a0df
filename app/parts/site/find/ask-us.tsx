import { requestUrl } from "~/parts/finder";
import type { FoundStock } from "~/parts/finder.server";
import { CallLink } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { useBusiness } from "~/ui/layout/use-business";

/** What a search leads to in any case: the request form with everything filled in, and the phone. */
export function AskUs({ found: { part, car, carName, total, unknown } }: { found: FoundStock }) {
  const business = useBusiness();
  const what = [carName, part?.isGuess ? undefined : part?.name].filter(Boolean).join(" ");
  // Words that nobody knows may still name the part.
  const wanted = part?.request ?? { q: unknown.join(" ") };
  return (
    <SidePanel id="ask-us" title={total > 0 ? "Not the right one?" : "We'll look for it"}>
      <p>
        {what ? `Send us a request for the ${what}.` : "Tell us the vehicle and the part."} We'll check the
        yard and answer with a price.
      </p>
      <a
        className={`button button--wide ${total > 0 ? "button--secondary" : ""}`}
        href={requestUrl({ ...wanted, car })}
      >
        Request {part ? "this part" : "a part"}
      </a>
      <CallLink business={business} className="button button--secondary button--wide" />
    </SidePanel>
  );
}
