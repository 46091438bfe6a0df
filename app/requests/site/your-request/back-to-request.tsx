import { Link } from "@remix-run/react";
import { customerPageUrl } from "~/requests/customer";
import { Icon } from "~/ui/layout/icon";

/** From the estimate or the offer back to the request that it belongs to. `linkKey` is the key of the customer's private link. */
export function BackToRequest({ linkKey }: { linkKey: string }) {
  return (
    <nav className="tap-links screen-only small below-5 breadcrumb" aria-label="Back">
      <Link to={customerPageUrl(linkKey)}>
        <Icon name="arrow-left" size={20} />
        Back to Your Request
      </Link>
    </nav>
  );
}
