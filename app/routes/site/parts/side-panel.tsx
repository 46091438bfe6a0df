import { Link } from "@remix-run/react";
import { useBusiness } from "~/ui/business";
import { ContactLines } from "~/ui/contact-lines";
import { SidePanel } from "~/ui/side-panel";

/** How to get a part that the list does not show. */
export function PartsSidePanel() {
  return (
    <SidePanel id="need-a-part" title="Need a part?" sign>
      <p>Tell us the vehicle and the part, and we look for it in the yard.</p>
      <Link className="button button--wide" to="/partsrequest">
        Request a Part
      </Link>
      <ContactLines business={useBusiness()} lines={["phone", "email", "address", "hours"]} />
    </SidePanel>
  );
}
