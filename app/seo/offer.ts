import { businessReference, type JsonLd, type Site } from "./json-ld";

const SCHEMA = "https://schema.org/";

/** Whether something can be bought, as schema.org names it. */
export type Availability = "InStock" | "LimitedAvailability" | "SoldOut" | "Discontinued";

interface UsedOffer {
  /** The page's public URL, if it is known. */
  url: string | undefined;
  /** In dollars; none for what nobody can buy anymore. */
  price: number | undefined;
  availability: Availability;
}

/** The offer of something used, by the business. */
export function usedOffer({ url, price, availability }: UsedOffer, site: Site): JsonLd {
  return {
    "@type": "Offer",
    url,
    price: price || undefined,
    priceCurrency: price ? "USD" : undefined,
    availability: `${SCHEMA}${availability}`,
    itemCondition: `${SCHEMA}UsedCondition`,
    seller: businessReference(site),
  };
}
