import type { Match } from "~/interchange/match";
import { entryName } from "~/parts/catalog";
import { describeDamage } from "~/parts/damage";
import { formatFit } from "~/parts/fits";
import { GRADE_WORDS } from "~/parts/grade";
import { partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { formatMileage } from "~/values/format";
import { lookupTable } from "~/values/lookup-table";
import { escapeXml } from "~/values/xml";
import { type EbayTemplate, headingKey, isRequired } from "./template";

/*
 * A part as a listing on eBay Motors: what goes into which column of a template, and what keeps a part out of the file.
 */

/** The longest title, and the most pictures of a listing. */
const MAX_TITLE = 80;
const MAX_PICTURES = 24;
/** The most vehicles and years that eBay takes of one part. */
const MAX_COMPATIBILITIES = 3000;
/** eBay's number of the condition Used. */
const USED = "3000";

/** What a listing says besides its part. */
export interface Seller {
  /** `Millbrook, OH` */
  location: string;
  zipCode: string;
  /** The site's own address, from which eBay fetches the pictures; undefined if it is not known. */
  publicUrl: string | undefined;
}

/** What a column holds of every part, unless the template says something else. */
const CONSTANTS = lookupTable<(seller: Seller) => string>({
  action: () => "Add",
  conditionid: () => USED,
  quantity: () => "1",
  format: () => "FixedPrice",
  duration: () => "GTC",
  location: ({ location }) => location,
  postalcode: ({ zipCode }) => zipCode,
  country: () => "US",
  currency: () => "USD",
  weightunit: () => "lb",
});

/** A part's value for a column; if it is empty, the template's own value is used. */
const FACTS = lookupTable<(part: Part, seller: Seller) => string | undefined>({
  customlabel: ({ stockNumber }) => stockNumber,
  title: listingTitle,
  description: listingDescription,
  conditiondescription: describeCondition,
  picurl: ({ images }, { publicUrl }) =>
    images
      .slice(0, MAX_PICTURES)
      .map(({ imageUrl }) => `${publicUrl ?? ""}${imageUrl}`)
      .join("|"),
  startprice: ({ price }) => price?.toFixed(2),
  buyitnowprice: () => undefined,
  weightmajor: ({ weight }) => (weight === undefined ? undefined : String(toOunces(weight).pounds)),
  weightminor: ({ weight }) => (weight === undefined ? undefined : String(toOunces(weight).ounces)),
  "c:brand": ({ make }) => make,
  "c:manufacturerpartnumber": ({ interchange }) => interchange ?? "Does Not Apply",
  "c:interchangepartnumber": ({ interchange }) => interchange,
  "c:placementonvehicle": ({ entryId }) => placementOf(entryName(entryId)),
  "c:warranty": ({ warranty }) => warranty ?? "No Warranty",
  "c:type": ({ entryId }) => entryName(entryId),
  "c:mileage": ({ mileage }) => mileage?.toString(),
  "c:grade": ({ grade }) => grade,
});
/** Other spellings of the same columns. */
const SAME = lookupTable<string>({
  customlabelsku: "customlabel",
  sku: "customlabel",
  itemphotourl: "picurl",
  price: "startprice",
  "c:mpn": "c:manufacturerpartnumber",
  "c:interchangenumber": "c:interchangepartnumber",
  "c:oeoempartnumber": "c:interchangepartnumber",
});
/** The columns of what a part fits: separate rows below the part's. */
const COMPATIBILITY = ["relationship", "relationshipdetails"];

/** Where a column's text comes from. */
export type ColumnSource = "part" | "same" | "template" | "empty";

/** What each column of a template will hold. */
export function describeColumns({ headings, defaults }: EbayTemplate) {
  return headings.map((heading, column) => {
    const key = keyOf(heading);
    const source: ColumnSource =
      FACTS[key] || COMPATIBILITY.includes(key)
        ? "part"
        : defaults[column]
          ? "template"
          : CONSTANTS[key]
            ? "same"
            : "empty";
    return { heading, source, isMissing: source === "empty" && isRequired(heading) };
  });
}

/** Why a part can't be listed; undefined if it can. */
export function whyNotListed(part: Part): string | undefined {
  const missing = [part.price ? "" : "no price", part.images.length > 0 ? "" : "no picture"].filter(Boolean);
  return missing.length > 0 ? missing.join(", ") : undefined;
}

/**
 * A part's rows: the listing, and a row for each vehicle and year that it fits where the template has columns for them.
 * @param sure the cars that it fits by staff's word or by its generation
 */
export function listingRows(
  { headings, defaults }: EbayTemplate,
  part: Part,
  seller: Seller,
  sure: readonly Match[] = [],
): string[][] {
  const keys = headings.map(keyOf);
  const listing = keys.map((key, column) => {
    if (COMPATIBILITY.includes(key)) return "";
    return FACTS[key]?.(part, seller) || defaults[column] || CONSTANTS[key]?.(seller) || "";
  });
  if (!COMPATIBILITY.every((key) => keys.includes(key))) return [listing];
  const fits = compatibilities(part, sure).map((details) =>
    keys.map((key) =>
      key === "relationship" ? "Compatibility" : key === "relationshipdetails" ? details : "",
    ),
  );
  return [listing, ...fits];
}

function keyOf(heading: string): string {
  const key = headingKey(heading);
  return SAME[key] ?? key;
}

/** `2010 Honda Accord EX Alternator OEM 601-123`: what a buyer searches for, cut between words. */
function listingTitle(part: Part): string {
  const { year, make, model, trim, entryId, interchange } = part;
  const name = entryName(entryId).replace(/[(),]/g, "");
  const words = (texts: readonly (string | number | undefined)[]) => texts.filter(Boolean).join(" ");
  const wishes = [
    words([year, make, model, trim, name, interchange]),
    words([year, make, model, name, interchange]),
    words([year, make, model, name]),
  ];
  const fitting = wishes.find((text) => text.length <= MAX_TITLE);
  if (fitting) return fitting;
  const start = (wishes.at(-1) ?? "").slice(0, MAX_TITLE + 1);
  return start.slice(0, start.lastIndexOf(" "));
}

function listingDescription(part: Part): string {
  const { stockNumber, mileage, trim, vin, grade, damage, damageNotes, warranty, interchange } = part;
  const facts: [string, string | undefined][] = [
    ["Stock number", stockNumber],
    ["From", [part.year, part.make, part.model, trim].filter(Boolean).join(" ")],
    ["VIN of that vehicle", vin],
    ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
    ["Grade", grade && `${grade}: ${GRADE_WORDS[grade]}`],
    ["Damage", [...(damage ? describeDamage(damage) : []), damageNotes].filter(Boolean).join("; ")],
    ["Interchange or OEM number", interchange],
    ["Also fits", part.fits.map(formatFit).join("; ")],
    ["Warranty", warranty],
  ];
  const paragraphs = [
    `<h2>${escapeXml(partTitle(part))}</h2>`,
    ...(part.description ? part.description.split("\n").map((line) => `<p>${escapeXml(line)}</p>`) : []),
    ...facts
      .filter(([, text]) => text)
      .map(([label, text = ""]) => `<p><b>${label}:</b> ${escapeXml(text)}</p>`),
  ];
  // In one line, because a line break would end the row for some programs.
  return paragraphs.join("");
}

function describeCondition({ grade, damage, damageNotes }: Part): string | undefined {
  const texts = [
    grade && `Grade ${grade}: ${GRADE_WORDS[grade]}`,
    ...(damage ? describeDamage(damage) : []),
    damageNotes,
  ].filter(Boolean);
  return texts.length > 0 ? `${texts.join(". ")}.` : undefined;
}

/** `Front|Left` */
function placementOf(name: string): string | undefined {
  const places = ["Front", "Rear", "Left", "Right", "Upper", "Lower"];
  const found = places.filter((place) => new RegExp(`\\b${place}\\b`, "i").test(name));
  return found.length > 0 ? found.join("|") : undefined;
}

/** Of 12.5 pounds: 12 and 8 ounces. */
function toOunces(weight: number): { pounds: number; ounces: number } {
  const ounces = Math.ceil(weight * 16);
  return { pounds: Math.floor(ounces / 16), ounces: ounces % 16 };
}

/** `Year=2010|Make=Honda|Model=Accord` for each vehicle and year, the part's own first. */
function compatibilities({ year, make, model, fits }: Part, sure: readonly Match[]): string[] {
  const own = { make, model, yearFrom: year, yearTo: year };
  const vehicles = [
    own,
    ...fits.map(({ vehicle, ...years }) => ({ ...splitVehicle(vehicle), ...years })),
    ...sure,
  ];
  const all = vehicles
    .filter((vehicle) => vehicle.model !== "")
    .flatMap(({ make, model, yearFrom, yearTo }) =>
      Array.from(
        { length: yearTo - yearFrom + 1 },
        (_, index) => `Year=${yearFrom + index}|Make=${make}|Model=${model}`,
      ),
    );
  return [...new Set(all)].slice(0, MAX_COMPATIBILITIES);
}

/** Makes of two words, as eBay has them. */
const LONG_MAKES = /^(alfa romeo|aston martin|land rover|mercedes benz|rolls royce|am general)\s+/i;

function splitVehicle(vehicle: string): { make: string; model: string } {
  const make = (LONG_MAKES.exec(vehicle)?.[1] ?? vehicle.split(" ")[0] ?? "").trim();
  return { make, model: vehicle.slice(make.length).trim() };
}
