import { requestUrl } from "~/parts/find";
import { CallLink } from "~/ui/layout/contact-lines";
import { SidePanel } from "~/ui/layout/side-panel";
import { useBusiness } from "~/ui/layout/use-business";
import { AlertOffer } from "../parts/alert-offer";
import type { FindData } from "./loader.server";

/** What a search leads to in any case: the request form with everything filled in, the phone, and an email when such a car comes in. */
export function AskUs({ found: { entry, car, hasCar, carName, total } }: { found: FindData }) {
  const business = useBusiness();
  const what = [carName, entry?.name].filter(Boolean).join(" ");
  return (
    <div className="stack">
      <SidePanel id="ask-us" title={total > 0 ? "Not the right one?" : "We'll look for it"}>
        <p>
          {what ? `Ask for a ${what}: we'll` : "Tell us the vehicle and the part, and we'll"} check the yard
          and answer with a price.
        </p>
        <a className="button button--wide" href={requestUrl({ entryId: entry?.id, car })}>
          Request {entry ? "this part" : "a part"}
        </a>
        <CallLink business={business} className="button button--secondary button--wide" />
      </SidePanel>
      {hasCar ? <AlertOffer query={car} /> : null}
    </div>
  );
}
