import { z } from "zod";

/*
 * What Google's documentation of structured data requires of each kind of thing, read in November 2026 (developers.google.com/search,
 * "Merchant listing", "Vehicle listing", "Local business", "Breadcrumb", "Carousel", "Return policy", "Shipping policy"). Objects are
 * strict, so that a property that schema.org does not have is noticed.
 */

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https$/ });
const day = z.iso.date();
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const country = z.string().regex(/^[A-Z]{2}$/);
const schemaOrg = (...names: [string, ...string[]]) =>
  z.enum(names.map((name) => `https://schema.org/${name}`));
const is = (type: string) => z.literal(type);
const reference = {
  "@type": z.tuple([is("AutoPartsStore"), is("AutoRepair"), is("AutoDealer")]),
  "@id": url,
  name: text,
};
const brand = z.strictObject({ "@type": is("Brand"), name: text });
const year = z.string().regex(/^(18|19|20)\d\d(\/(18|19|20)\d\d)?$/);
const used = schemaOrg("UsedCondition", "RefurbishedCondition", "NewCondition");
const days = z
  .strictObject({
    "@type": is("QuantitativeValue"),
    minValue: z.number().int().min(0),
    maxValue: z.number().int().min(0),
    unitCode: is("DAY"),
  })
  .refine(({ minValue, maxValue }) => minValue <= maxValue, "the fewest days are more than the most");

const returnPolicy = z
  .strictObject({
    "@type": is("MerchantReturnPolicy"),
    applicableCountry: country,
    returnPolicyCountry: country,
    returnPolicyCategory: schemaOrg("MerchantReturnFiniteReturnWindow", "MerchantReturnNotPermitted"),
    merchantReturnDays: z.number().int().positive().optional(),
    returnFees: schemaOrg("FreeReturn", "ReturnFeesCustomerResponsibility").optional(),
    restockingFee: z.number().min(0).max(100).optional(),
  })
  .refine(
    ({ returnPolicyCategory, merchantReturnDays }) =>
      returnPolicyCategory.endsWith("FiniteReturnWindow") === (merchantReturnDays !== undefined),
    "a window has a number of days, and nothing else has one",
  );

const shippingDetails = z
  .strictObject({
    "@type": is("OfferShippingDetails"),
    shippingDestination: z.strictObject({ "@type": is("DefinedRegion"), addressCountry: country }),
    doesNotShip: z.literal(true).optional(),
    shippingRate: z
      .strictObject({ "@type": is("MonetaryAmount"), value: z.number().min(0), currency: is("USD") })
      .optional(),
    deliveryTime: z
      .strictObject({ "@type": is("ShippingDeliveryTime"), handlingTime: days, transitTime: days })
      .optional(),
  })
  .refine(
    ({ doesNotShip, shippingRate, deliveryTime }) => doesNotShip ?? (shippingRate && deliveryTime),
    "neither a rate with a time, nor that it is not shipped",
  );

// Google refuses an offer without a price, and takes a free one for a mistake.
const offer = z.strictObject({
  "@type": is("Offer"),
  url,
  price: z.number().positive(),
  priceCurrency: is("USD"),
  availability: schemaOrg("InStock", "LimitedAvailability", "OutOfStock"),
  itemCondition: used,
  seller: z.strictObject(reference),
  hasMerchantReturnPolicy: returnPolicy.optional(),
  shippingDetails: shippingDetails.optional(),
});

const product = {
  "@id": url,
  url,
  name: text,
  description: text.max(5000),
  image: z.array(url).min(1).optional(),
  sku: text,
  itemCondition: used,
  offers: offer.optional(),
};

const engine = z.strictObject({
  "@type": is("EngineSpecification"),
  name: text.optional(),
  fuelType: text.optional(),
});

const car = z.strictObject({
  ...product,
  "@type": z.tuple([is("Product"), is("Car")]),
  vehicleIdentificationNumber: text.min(5).max(17).optional(),
  vehicleModelDate: year,
  brand,
  model: text,
  vehicleConfiguration: text.optional(),
  mileageFromOdometer: z
    .strictObject({ "@type": is("QuantitativeValue"), value: z.number().min(0), unitCode: is("SMI") })
    .optional(),
  color: text.optional(),
  vehicleInteriorColor: text.optional(),
  vehicleTransmission: text.optional(),
  driveWheelConfiguration: schemaOrg(
    "AllWheelDriveConfiguration",
    "FourWheelDriveConfiguration",
    "FrontWheelDriveConfiguration",
    "RearWheelDriveConfiguration",
  ).optional(),
  fuelType: text.optional(),
  vehicleEngine: engine.optional(),
});

const part = z.strictObject({
  ...product,
  "@type": is("Product"),
  mpn: text.optional(),
  weight: z
    .strictObject({ "@type": is("QuantitativeValue"), value: z.number().positive(), unitCode: is("LBR") })
    .optional(),
  isAccessoryOrSparePartFor: z
    .array(
      z.strictObject({
        "@type": is("Car"),
        name: text,
        brand: brand.optional(),
        model: text.optional(),
        vehicleModelDate: year,
      }),
    )
    .min(1),
});

const hours = z.strictObject({
  "@type": is("OpeningHoursSpecification"),
  dayOfWeek: z.array(text).min(1).max(7),
  opens: clockTime,
  closes: clockTime,
});

const dayOff = z.strictObject({
  "@type": is("OpeningHoursSpecification"),
  validFrom: day,
  validThrough: day,
  opens: clockTime,
  closes: clockTime,
});

const business = z.strictObject({
  ...reference,
  slogan: text,
  url,
  image: url,
  logo: url,
  telephone: z.string().regex(/^\+1\d{10}$/),
  email: z.email(),
  foundingDate: z.string().regex(/^\d{4}$/),
  address: z.strictObject({
    "@type": is("PostalAddress"),
    streetAddress: text,
    addressLocality: text,
    addressRegion: text,
    postalCode: text,
    addressCountry: country,
  }),
  geo: z.strictObject({
    "@type": is("GeoCoordinates"),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  openingHoursSpecification: hours.optional(),
  specialOpeningHoursSpecification: z.array(dayOff).min(1).optional(),
  sameAs: url,
});

const site = z.strictObject({
  "@type": is("WebSite"),
  "@id": url,
  url,
  name: text,
  inLanguage: is("en-US"),
  publisher: z.strictObject(reference),
});

const entry = { "@type": is("ListItem"), position: z.number(), name: text };
const inOrder = (items: readonly { position: number }[]) =>
  items.every(({ position }, index) => position === index + 1);
const breadcrumbs = z.strictObject({
  "@type": is("BreadcrumbList"),
  itemListElement: z
    .array(z.strictObject({ ...entry, item: url }))
    .min(2)
    .refine(inOrder, "not in order"),
});
const list = z.strictObject({
  "@type": is("ItemList"),
  itemListElement: z
    .array(z.strictObject({ ...entry, url }))
    .min(1)
    .refine(inOrder, "not in order")
    .refine((items) => new Set(items.map((item) => item.url)).size === items.length, "a page is named twice")
    .refine((items) => new Set(items.map((item) => new URL(item.url).origin)).size === 1, "of several sites"),
});

const KINDS: Record<string, z.ZodType> = {
  "Product Car": car,
  Product: part,
  "AutoPartsStore AutoRepair AutoDealer": business,
  WebSite: site,
  BreadcrumbList: breadcrumbs,
  ItemList: list,
};

/** What is wrong with a page's things, each with where it is; empty if Google takes them all. */
export function structuredDataProblems(things: readonly object[]): string[] {
  return things.flatMap((thing) => {
    // As it is sent: what is undefined is not.
    const sent = JSON.parse(JSON.stringify(thing)) as { "@type": string | string[] };
    const kind = [sent["@type"]].flat().join(" ");
    const schema = KINDS[kind];
    if (!schema) return [`${kind}: no kind that the site has`];
    const { error } = schema.safeParse(sent);
    return (error?.issues ?? []).map(
      ({ path, message }) => `${kind} ${path.map(String).join(".")}: ${message}`,
    );
  });
}
