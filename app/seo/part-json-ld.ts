import type { Business } from "~/business/links";
import { toAbsoluteUrl } from "~/business/public-url";
import type { Match } from "~/interchange/match";
import { gradeText } from "~/parts/grade";
import type { PartStatus } from "~/parts/part";
import { partPath } from "~/parts/part";
import type { PublicPart } from "~/parts/parts";
import { pictureSources } from "~/pictures/picture";
import { formatMileage, formatPrice, truncate } from "~/values/format";
import type { JsonLd, Site } from "./json-ld";
import { type Availability, returnPolicyJsonLd, SCHEMA, shippingJsonLd, usedOffer } from "./offer";

const AVAILABILITY: Record<PartStatus, Availability | undefined> = {
  Available: "InStock",
  // As the feed says, which Google compares with the page: nobody else can buy it now.
  "On hold": "OutOfStock",
  Sold: undefined,
  Scrapped: undefined,
};

/** What a part can be bought for; a sold one for nothing, as its page says. */
function priceOf({ status, price }: PublicPart): number | undefined {
  return status === "Sold" ? undefined : price;
}

/** `Alternator from a 2010 Honda Accord`. */
export function partHeading({ part, year, make, model }: PublicPart): string {
  return `${part} from a ${year} ${make} ${model}`;
}

/** The description for search results and shared links. */
export function partDescription(
  part: PublicPart,
  { name, address }: Pick<Business, "name" | "address">,
): string {
  const price = priceOf(part);
  const head = [
    `${part.status === "Sold" ? "Sold: used" : "Used"} ${part.year} ${part.make} ${part.model} ${part.part}`,
    price ? ` for ${formatPrice(price)}` : "",
    `, stock # ${part.stockNumber}`,
  ].join("");
  const facts = [
    part.grade && gradeText(part.grade),
    part.mileage === undefined ? undefined : formatMileage(part.mileage),
    part.warranty && `Warranty: ${part.warranty}`,
  ].filter(Boolean);
  const sentences = [
    head,
    facts.join(", "),
    `At ${name} in ${address.city}, ${address.state}`,
    part.description,
  ];
  return sentences.filter(Boolean).join(". ");
}

/**
 * A part with its offer, the car that it is from, and those that it fits.
 * @param sure what fits only if something else is the same is for people to read
 */
export function partJsonLd(part: PublicPart, site: Site, sure: readonly Match[] = []): JsonLd {
  const url = toAbsoluteUrl(site.publicUrl, partPath(part));
  const pictures = part.images.map(({ imageUrl }) => pictureSources(imageUrl).src);
  const { weight } = part;
  return {
    "@type": "Product",
    "@id": url && `${url}#part`,
    url,
    name: `${part.year} ${part.make} ${part.model} ${part.part}`,
    description: truncate(partDescription(part, site.business), 300),
    image:
      site.publicUrl && pictures.length > 0
        ? pictures.map((path) => toAbsoluteUrl(site.publicUrl, path))
        : undefined,
    sku: part.stockNumber,
    mpn: part.interchange,
    itemCondition: `${SCHEMA}UsedCondition`,
    weight:
      weight === undefined ? undefined : { "@type": "QuantitativeValue", value: weight, unitCode: "LBR" },
    isAccessoryOrSparePartFor: [
      vehicle(part.make, part.model, part.year),
      ...part.fits.map(({ vehicle: name, yearFrom, yearTo }) => ({
        "@type": "Car",
        name,
        vehicleModelDate: yearSpan(yearFrom, yearTo),
      })),
      ...sure.map(({ make, model, yearFrom, yearTo }) => ({
        ...vehicle(make, model, yearFrom),
        name: `${make} ${model}`,
        vehicleModelDate: yearSpan(yearFrom, yearTo),
      })),
    ],
    offers: usedOffer(
      {
        url,
        price: part.price,
        availability: AVAILABILITY[part.status],
        terms: {
          hasMerchantReturnPolicy: returnPolicyJsonLd(site.business),
          shippingDetails: shippingJsonLd(site.business, part.isShippable),
        },
      },
      site,
    ),
  };
}

function yearSpan(from: number, to: number): string {
  return from === to ? String(from) : `${from}/${to}`;
}

function vehicle(make: string, model: string, year: number): JsonLd {
  return {
    "@type": "Car",
    name: `${year} ${make} ${model}`,
    brand: { "@type": "Brand", name: make },
    model,
    vehicleModelDate: String(year),
  };
}
