import { findFitsOfParts, sureFits, withEachCarOnce } from "~/interchange/fits-of-part.server";
import { describeDamage } from "~/parts/damage";
import { formatFit } from "~/parts/fits";
import { GRADE_WORDS } from "~/parts/grade";
import { partPath, partTitle } from "~/parts/part";
import { PART_RECORDS, type PartTypes } from "~/parts/part.server";
import type { PublicPart } from "~/parts/parts";
import { formatMileage } from "~/values/format";
import { type InventoryFeed, imageUrl, imageUrls, onOneLine, priceText } from "./inventory-feed.server";

/** Google's number for parts of motor vehicles. */
const PRODUCT_CATEGORY = 899;
const MAX_TITLE_LENGTH = 150;
const MAX_DESCRIPTION_LENGTH = 5000;
const MAX_ADDITIONAL_IMAGES = 10;

/**
 * The parts on the shelf as Google Merchant Center takes products: https://support.google.com/merchants/answer/7052112. Other
 * sites that sell products read the same columns.
 */
export const PARTS: InventoryFeed<PartTypes> = {
  store: PART_RECORDS,
  delimiter: "\t",
  columns: [
    ["id", ({ _id }) => _id],
    ["title", (part) => onOneLine(partTitle(part), MAX_TITLE_LENGTH)],
    ["description", (part) => onOneLine(describePart(part), MAX_DESCRIPTION_LENGTH)],
    ["link", (part, { publicUrl }) => publicUrl + partPath(part)],
    ["image_link", (part, site) => imageUrl(part, site, 0)],
    ["additional_image_link", (part, site) => imageUrls(part, site, 1, 1 + MAX_ADDITIONAL_IMAGES).join(",")],
    ["availability", ({ status }) => (status === "Available" ? "in_stock" : "out_of_stock")],
    ["price", ({ price }) => priceText(price)],
    ["condition", () => "used"],
    ["brand", ({ make }) => make],
    ["mpn", ({ interchange }) => interchange],
    ["identifier_exists", ({ interchange }) => (interchange ? "yes" : "no")],
    ["google_product_category", () => PRODUCT_CATEGORY],
    ["product_type", ({ part }) => part],
    ["shipping_weight", ({ weight }) => (weight === undefined ? undefined : `${weight} lb`)],
  ],
  // Only confirmed and same generation: a marketplace can't ask whether the engine is the same.
  complete: async (parts) => {
    const found = (await findFitsOfParts(parts)).map(withEachCarOnce);
    return parts.map((part, index) => {
      const { fits = [], matches = [] } = found[index] ?? {};
      const sure = sureFits(matches).map(({ make, model, yearFrom, yearTo }) => ({
        ...{ vehicle: `${make} ${model}`, yearFrom, yearTo },
      }));
      return { ...part, fits: [...fits, ...sure] };
    });
  },
  problems: ({ price, images }) => [
    ...(price ? [] : ["no price"]),
    ...(images.length > 0 ? [] : ["no photo"]),
  ],
};

/** Staff's description, and what the part's page says besides. */
function describePart(part: PublicPart): string {
  const { mileage, grade, damage, damageNotes, fits, warranty, stockNumber } = part;
  const sentences = [
    part.description,
    `Used ${partTitle(part)}`,
    mileage === undefined ? undefined : `From a vehicle with ${formatMileage(mileage)}`,
    grade && `Grade ${grade}: ${GRADE_WORDS[grade]}`,
    ...(damage ? describeDamage(damage) : []),
    damageNotes,
    fits.length > 0 ? `Also fits ${fits.map(formatFit).join(", ")}` : undefined,
    warranty && `Warranty: ${warranty}`,
    `Stock # ${stockNumber}`,
  ];
  return sentences
    .filter((sentence) => sentence !== undefined && sentence !== "")
    .map((sentence) => (/[.!?]$/.test(sentence ?? "") ? sentence : `${sentence}.`))
    .join(" ");
}
