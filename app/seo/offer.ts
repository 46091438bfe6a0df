import type { Business } from "~/business/links";
import { businessReference, type JsonLd, type Site } from "./json-ld";

/** Begins the address of each of schema.org's terms. */
export const SCHEMA = "https://schema.org/";

/** Whether something can be bought, as schema.org names it. */
export type Availability = "InStock" | "LimitedAvailability" | "OutOfStock";

interface UsedOffer {
  /** The page's public URL, if it is known. */
  url: string | undefined;
  /** In dollars. */
  price: number | undefined;
  /** Undefined for what nobody can buy anymore. */
  availability: Availability | undefined;
  /** What goes with the sale. */
  terms?: Record<string, JsonLd | undefined>;
}

/** The offer of something used, by the business; none without a price, which Google takes for an error, nor for what is sold. */
export function usedOffer({ url, price, availability, terms }: UsedOffer, site: Site): JsonLd | undefined {
  if (!price || !availability) return undefined;
  return {
    "@type": "Offer",
    url,
    price,
    priceCurrency: "USD",
    availability: SCHEMA + availability,
    itemCondition: `${SCHEMA}UsedCondition`,
    seller: businessReference(site),
    ...terms,
  };
}

/** What `business.json` says about bringing a part back; undefined if it gives no number of days. */
export function returnPolicyJsonLd({ returnPolicy }: Pick<Business, "returnPolicy">): JsonLd | undefined {
  if (returnPolicy?.days === undefined) return undefined;
  const { days, shippingBack, restockingPercent } = returnPolicy;
  const policy = { "@type": "MerchantReturnPolicy", applicableCountry: "US", returnPolicyCountry: "US" };
  if (days === 0) return { ...policy, returnPolicyCategory: `${SCHEMA}MerchantReturnNotPermitted` };
  return {
    ...policy,
    returnPolicyCategory: `${SCHEMA}MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: days,
    returnFees: shippingBack && SCHEMA + RETURN_FEES[shippingBack],
    restockingFee: restockingPercent,
  };
}

const RETURN_FEES = { free: "FreeReturn", "customer pays": "ReturnFeesCustomerResponsibility" } as const;

/**
 * How a part is shipped.
 * @param isShippable what staff say about this part; undefined if they don't
 * @returns undefined if that, or a fact that search engines need, is unknown
 */
export function shippingJsonLd(
  { shipping }: Pick<Business, "shipping">,
  isShippable: boolean | undefined,
): JsonLd | undefined {
  if (isShippable === undefined) return undefined;
  const details = {
    "@type": "OfferShippingDetails",
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "US" },
  };
  if (!isShippable) return { ...details, doesNotShip: true };
  const { price, handlingDays, transitDays } = shipping ?? {};
  if (price === undefined || !handlingDays || !transitDays) return undefined;
  return {
    ...details,
    shippingRate: { "@type": "MonetaryAmount", value: price, currency: "USD" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: businessDays(handlingDays),
      transitTime: businessDays(transitDays),
    },
  };
}

function businessDays([minValue, maxValue]: readonly [number, number]): JsonLd {
  return { "@type": "QuantitativeValue", minValue, maxValue, unitCode: "DAY" };
}
