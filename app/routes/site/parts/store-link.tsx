import { useBusiness } from "~/ui/business";
import { Icon } from "~/ui/icon";

/** Our shop on the external marketplace. */
export function StoreLink() {
  const { marketplace } = useBusiness();
  return (
    <a className="button button--secondary" href={marketplace.storeUrl} target="_blank" rel="noopener">
      Visit our {marketplace.name} store <Icon name="external" size={20} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
