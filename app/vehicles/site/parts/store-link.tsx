import { Icon } from "~/ui/layout/icon";
import { useBusiness } from "~/ui/layout/use-business";

/** Links to the store on the external marketplace, if there is one. */
export function StoreLink() {
  const { marketplace } = useBusiness();
  if (!marketplace) return null;
  return (
    <a
      className="button button--secondary button--small"
      href={marketplace.storeUrl}
      target="_blank"
      rel="noopener"
    >
      Visit Our {marketplace.name} Store <Icon name="external" size={18} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
