import type { PartStatus } from "~/parts/part";
import { readCsvText } from "~/values/csv";
import type { FieldOption, ItemFormField } from "~/vehicles/form";
import type { InventoryKind } from "~/vehicles/inventory";
import { toFormFields } from "~/vin/form-fields";

/*
 * A cell of a file as its field's schema takes it: what other programs write around a value is taken off, and a choice is found
 * by its label or the trade's words. What is left as it is, the schema refuses in its own words.
 */

/** The text of a cell for a field's schema. */
export function readCell(
  kind: InventoryKind,
  name: string,
  { input, options }: Pick<ItemFormField, "input" | "options">,
  cell: string,
): string {
  if (name === "features") return splitFeatures(readCsvText(cell));
  const text = readCsvText(cell).trim();
  switch (input) {
    case "integer":
      // `84,210 mi`, and `2016.0` from a spreadsheet's number.
      return text.replace(/\s*(mi|mile|miles)\.?$/i, "").replace(/\.0+$/, "");
    case "decimal":
      return text.replace(/\s*(USD|lbs?\.?|pounds)$/i, "").replace(/^(US)?\s*\$\s*/i, "");
    case "date":
      return text.replace(/[T ]\d{1,2}:\d{2}.*$/, "");
    case "select":
      return text === "" ? "" : (findOption(kind, name, options ?? [], text) ?? text);
    default:
      return text;
  }
}

/** The choice that a text means: by its value, its label, or as the trade writes it. */
export function findOption(
  kind: InventoryKind,
  name: string,
  options: readonly FieldOption[],
  text: string,
): string | undefined {
  const wanted = plain(text);
  const named = options.find(({ value, label }) => plain(value) === wanted || plain(label) === wanted);
  if (named) return named.value;
  const answer = /^(y|yes|1)$/i.test(text) ? "true" : /^(n|no|0)$/i.test(text) ? "false" : undefined;
  const yesOrNo = options.find(({ value }) => value === answer);
  if (yesOrNo) return yesOrNo.value;
  const status = kind === "part" && name === "status" ? PART_STATUS_WORDS : [];
  const partStatus = status.find(([pattern]) => pattern.test(text))?.[1];
  if (partStatus) return partStatus;
  const word = TRADE_WORDS[name]?.find(([pattern]) => pattern.test(text))?.[1];
  const value = word && toFormFields(kind, { [INFO_NAMES[name] ?? name]: word })[name];
  return options.find((option) => option.value === value)?.value;
}

/** The names that a decoded VIN has for these fields. */
const INFO_NAMES: Record<string, string> = { transmission: "transmissionType" };

/** How other programs say a part's status. */
const PART_STATUS_WORDS: readonly (readonly [RegExp, PartStatus])[] = [
  [/^(a|avl|avail|in stock|active)$/i, "Available"],
  [/^(h|hold|held|reserved|pending)$/i, "On hold"],
  [/^(s|sold out)$/i, "Sold"],
  [/^(crushed|scrap|discarded|deleted)$/i, "Scrapped"],
];

/** What other programs write, as a decoded VIN says it. */
const TRADE_WORDS: Record<string, readonly (readonly [RegExp, string])[]> = {
  transmission: [
    [/\bcvt\b|continuously|variable/i, "CVT"],
    [/dual.?clutch|\bdct\b|\bdsg\b/i, "Dual-Clutch Transmission (DCT)"],
    [/automated manual|\bamt\b/i, "Automated Manual Transmission (AMT)"],
    [/\bauto|a\/t|^a$|^[3-9]-?sp(ee)?d a/i, "Automatic"],
    [/\bman(ual)?\b|m\/t|stick|standard|^m$|^[3-7]-?sp(ee)?d$/i, "Manual"],
  ],
  driveType: [
    [/\bawd\b|all.?wheel/i, "AWD"],
    [/\b4x4\b/i, "4x4"],
    [/\b4wd\b|four.?wheel|4.wheel/i, "4WD"],
    [/\bfwd\b|front.?wheel/i, "FWD"],
    [/\brwd\b|rear.?wheel/i, "RWD"],
  ],
  fuelType: [
    [/plug.?in|phev/i, "Plug-in Hybrid"],
    [/hybrid|\bhev\b/i, "Hybrid"],
    [/diesel/i, "Diesel"],
    [/electric|\bbev\b|\bev\b/i, "Electric"],
    [/gas|petrol|unleaded/i, "Gasoline"],
  ],
};

/** One per line, unless they are divided by another sign. */
function splitFeatures(text: string): string {
  if (text.includes("\n")) return text;
  const divider = ["|", ";", ","].find((sign) => text.includes(sign));
  return divider ? text.split(divider).join("\n") : text;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
