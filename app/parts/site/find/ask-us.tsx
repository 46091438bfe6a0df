import type { FoundStock } from "~/parts/find-stock.server";
import { requestUrl } from "~/parts/finder";
import { CallLink } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { useBusiness } from "~/ui/layout/use-business";

interface AskUsProps {
  found: FoundStock;
}

/** Next to what a search has found: it may not be the right one. */
export function AskUs({ found }: AskUsProps) {
  const { part, carName, total } = found;
  const what = [carName, part?.isGuess ? undefined : part?.name].filter(Boolean).join(" ");
  return (
    <SidePanel id="ask-us" title={total > 0 ? "Not the right one?" : "We'll look for it"}>
      <p>
        {what ? `Send us a request for the ${what}.` : "Tell us the vehicle and the part."} We'll check the
        yard and answer with a price.
      </p>
      <RequestLink found={found} className={`button button--wide ${total > 0 ? "button--secondary" : ""}`} />
      <CallLink business={useBusiness()} className="button button--secondary button--wide" />
    </SidePanel>
  );
}

/** What a search without a match leads to first: the request form with everything filled in, and the phone. */
export function RequestOrCall({ found }: AskUsProps) {
  return (
    <p className="cluster">
      <RequestLink found={found} className="button" />
      <CallLink business={useBusiness()} className="button button--secondary" />
    </p>
  );
}

function RequestLink({ found: { part, car, unknown }, className }: AskUsProps & { className: string }) {
  // Words that nobody knows may still name the part.
  const wanted = part?.request ?? { q: unknown.join(" ") };
  return (
    <a className={className} href={requestUrl({ ...wanted, car })}>
      Request {part ? "This Part" : "a Part"}
    </a>
  );
}
