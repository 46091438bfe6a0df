import type { Field, FieldOption } from "~/collections/field";
import type { PartStatus } from "~/parts/part";
import { readCsvText } from "~/values/csv";
import { foldText } from "~/values/normalize";
import { expandYear, type IsoDay, parseWrittenDate } from "~/values/typed-date";
import type { DismantledStatus } from "~/vehicles/dismantled";
import type { RetailStatus } from "~/vehicles/retail";
import { toFormFields } from "~/vin/form-fields";
import { isInventoryType } from "~/vin/validate";

/*
 * A cell of a file as its field's schema takes it: what other programs write around a value is removed, and a choice is found by its label
 * or the trade's words. Anything left as it is gets the schema's own error.
 */

/** What other programs' words mean, by field and word (`toWord`): a value of ours, or empty text for none. */
export type Meanings = Record<string, Record<string, string>>;

interface ReadOptions {
  /** The day that decides the century of a two-digit year. */
  today: IsoDay;
  /** What someone has said that words mean. */
  meanings?: Meanings;
}

/** The text of a cell for a field's schema; empty if the program says that it is unknown. */
export function readCell(
  kind: string,
  name: string,
  { input, options }: Pick<Field, "input" | "options">,
  cell: string,
  { today, meanings = {} }: ReadOptions,
): string {
  if (name === "features") return splitFeatures(readCsvText(cell));
  const text = readCsvText(cell).trim();
  // Other programs write several into one cell.
  if (name === "phones" || name === "emails") return text.replace(/[;,|]/g, "\n");
  // A spreadsheet takes a ZIP code for a number, and drops its leading zero.
  if (name === "zipCode" || name === "sellerZip") return text.replace(/^\d{4}$/, "0$&");
  switch (input) {
    case "vin":
      return isUnknown(text) ? "" : text;
    case "integer":
      if (isUnknown(text)) return "";
      // `'10`: a bare 10 may be anything.
      if (name === "year" && /^['’‘`]\d\d$/.test(text)) return String(expandYear(text.slice(1), today));
      // `84,210 mi`, and `2016.0` from a spreadsheet's number.
      return text
        .replace(/(mi|mile|miles)\.?$/i, "")
        .trimEnd()
        .replace(/\.0+$/, "");
    case "decimal":
      if (isUnknown(text)) return "";
      return text
        .replace(/(USD|lbs?\.?|pounds)$/i, "")
        .trimEnd()
        .replace(/^(US)?\s*\$\s*/i, "");
    case "date": {
      if (isUnknown(text)) return "";
      const day = text.replace(/[T ]\d{1,2}:\d{2}.*/, "");
      return parseWrittenDate(day, today) ?? day;
    }
    case "select":
      if (text === "") return "";
      return (
        meaningOf(meanings, name, text) ??
        findOption(kind, name, options ?? [], text) ??
        (isUnknown(text) ? "" : text)
      );
    default:
      return text;
  }
}

/** How other programs say that they do not know a value. */
export function isUnknown(text: string): boolean {
  return /^(n\/?a|none|unk|unknown|tbd|tmu|exempt|not actual|no vin|call|call for price|[-–—?.]+|00?\/00?\/0000|0000-00-00)$/i.test(
    text,
  );
}

/** What another program's word means; undefined if nobody has said. */
export function meaningOf(meanings: Meanings, field: string, text: string): string | undefined {
  const words = meanings[field] ?? {};
  const word = toWord(text);
  // Not every key that an object finds is its own: `constructor` isn't.
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** Another program's word as its meaning is remembered. */
export function toWord(text: string): string {
  return foldText(text);
}

/** The choice that a text means: by its value, its label, or as the trade writes it. */
export function findOption(
  kind: string,
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
  return word && toOption(kind, name, options, word);
}

/**
 * What a text probably means, to be confirmed: a choice, or empty text if it says less than any of them. Undefined for a word that says
 * nothing.
 */
export function suggestOption(
  kind: string,
  name: string,
  options: readonly FieldOption[],
  text: string,
): string | undefined {
  const status = name === "status" && isInventoryType(kind) ? STATUS_WORDS[kind] : [];
  const found = status.find(([pattern]) => pattern.test(text))?.[1];
  if (found !== undefined) return found;
  const word = LIKELY_WORDS[name]?.find(([pattern]) => pattern.test(text))?.[1];
  return word && (toOption(kind, name, options, word) ?? "");
}

/** Our choice for a word of a decoded VIN; undefined for one we do not have. */
function toOption(
  kind: string,
  name: string,
  options: readonly FieldOption[],
  word: string,
): string | undefined {
  const value = toFormFields(kind, { [INFO_NAMES[name] ?? name]: word })[name];
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

/** A vehicle's status in other programs' words, if it can be determined. */
const STATUS_WORDS: {
  retail: readonly (readonly [RegExp, RetailStatus])[];
  dismantled: readonly (readonly [RegExp, DismantledStatus])[];
} = {
  retail: [
    [
      /^(for sale|in stock|instock|in inventory|active|in yard|on lot|frontline|front line|ready)$/i,
      "available",
    ],
    [/^(pending|hold|on hold|held|deposit|reserved|under contract)$/i, "pending"],
    [/^(delivered|wholesaled?|closed)$/i, "sold"],
  ],
  dismantled: [
    [
      /^(for sale|in stock|in inventory|active|available|in yard|yard|on yard|parting( out)?|parted)$/i,
      "Parts Available",
    ],
    [
      /^(new|hold|on hold|pending|inbound|incoming|received|intake|awaiting|not dismantled)$/i,
      "Awaiting Dismantle",
    ],
    [/^(crushed|scrap|shredded|junked|gone|sold)$/i, "Scrapped"],
  ],
};

/** What other programs write, as a decoded VIN probably says it. */
const LIKELY_WORDS: Record<string, readonly (readonly [RegExp, string])[]> = {
  transmission: [
    [/^\d ?(spd|speed|sp)$/i, "Manual"],
    [/^(at|\d ?at?)$/i, "Automatic"],
    [/^(mt|\d ?mt?)$/i, "Manual"],
  ],
  // It may be either axle.
  driveType: [[/^(2wd|4x2|2 wheel drive|two wheel drive)$/i, "4x2"]],
  fuelType: [
    [/^(g|flex|flex fuel|ffv|e85)$/i, "Gasoline"],
    [/^d$/i, "Diesel"],
    [/^h$/i, "Hybrid"],
    [/^e$/i, "Electric"],
  ],
};

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
