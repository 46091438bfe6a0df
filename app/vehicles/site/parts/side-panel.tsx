import { SELL_CAR_PAGE } from "~/requests/offered-car";
import { ContactLines } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { useBusiness } from "~/ui/layout/use-business";

/** How to request a part that is not in the list. */
export function PartsSidePanel() {
  return (
    <SidePanel id="need-a-part" title="Need a part?">
      <p>Tell us the vehicle and the part, and we'll check the yard.</p>
      <a className="button button--secondary button--wide" href="/partsrequest">
        Request a Part
      </a>
      <p>
        Have a car like these?{" "}
        <a className="tap" href={SELL_CAR_PAGE}>
          Sell it to us
        </a>
      </p>
      <ContactLines business={useBusiness()} lines={["phone", "email", "address", "hours"]} />
    </SidePanel>
  );
}
