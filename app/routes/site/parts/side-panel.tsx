import { Link } from "@remix-run/react";
import { useBusiness } from "~/ui/business";
import { ContactLines } from "~/ui/contact-lines";

/** How to get a part that the list does not show. */
export function PartsSidePanel() {
  return (
    <aside className="side-panel" aria-labelledby="need-a-part">
      <div className="sign">
        <h2 id="need-a-part">Need a part?</h2>
      </div>
      <p>Tell us the vehicle and the part, and we look for it in the yard.</p>
      <Link className="button button--wide" to="/partsrequest">
        Request a Part
      </Link>
      <ContactLines business={useBusiness()} lines={["phone", "email", "address", "hours"]} />
    </aside>
  );
}
