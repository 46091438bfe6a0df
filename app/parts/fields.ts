import {
  described,
  type Field,
  type FieldOptions,
  type OptionalField,
  type Visibility,
} from "~/collections/field";
import { text } from "~/collections/fields/text";
import { formatCount } from "~/values/format";
import { withoutThousands } from "~/values/thousands";
import { MAX_STOCK_NUMBER_LENGTH, STOCK_NUMBER_TAKEN } from "~/vehicles/inventory";
import { entryName, findEntryByName } from "./catalog";
import { searchParts } from "./catalog-search";
import { explainTypedDamage, formatDamage, parseDamage } from "./damage";
import { countFitYears, type Fit, formatFit, MAX_FIT_YEARS, MAX_FITS, parseFit } from "./fits";

/** A part's stock number. One that is left empty is made from its donor's. */
export function partStockNumber<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return {
    ...text("Stock Number", options),
    unique: STOCK_NUMBER_TAKEN,
    rule: ({ z, optionalLine }) =>
      optionalLine(MAX_STOCK_NUMBER_LENGTH)
        .transform((number) => number ?? "")
        .pipe(z.string()),
  } as const satisfies Field as Field<{
    value: string;
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

/** The stock number of the dismantled vehicle that a part came from. */
export function donor<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return {
    ...text("Donor Stock Number", { ...options, max: MAX_STOCK_NUMBER_LENGTH }),
    column: { suffix: "StockNumber" },
  } as const satisfies Field as OptionalField<string, Seen, string, "StockNumber">;
}

/** Where a part is stored. A code is written in capitals, however it was typed: `R5-A-1`. */
export function partLocation<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return {
    ...text("Location", { hint: "Row, rack and shelf.", ...options }),
    rule: ({ optionalLine }) => optionalLine().transform(toLocation),
    recordRule: ({ optionalLine }) => optionalLine(),
  } as const satisfies Field as OptionalField<string, Seen>;
}

/** One word with a digit in it is a code. */
export function toLocation(typed: string | undefined): string | undefined {
  const isCode = typed !== undefined && /\d/.test(typed) && !/\s/.test(typed);
  return isCode ? typed.toUpperCase() : typed;
}

/** One of the warranties that the business offers, which the server knows. */
export function warranty<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return { ...text("Warranty", options), input: "select" as const, options: [], placeholder: "None" };
}

const NO_ENTRY = "Please choose a part from the catalog";

/** A catalog entry by its id, name or label. What is close to several is rejected with their names. */
export function catalogEntry<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "part",
    format: entryName,
    rule: ({ z }) =>
      z.string(NO_ENTRY).transform((name, context) => {
        const entry = findEntryByName(name);
        if (entry) return entry.id;
        const close = searchParts(name, 3).map((found) => found.label);
        const hint = close.length > 0 ? `, such as ${close.join("; ")}` : "";
        context.addIssue({ code: "custom", message: NO_ENTRY + hint });
        return z.NEVER;
      }),
    recordRule: ({ z }) => z.string(),
  } as const satisfies Field as Field<{
    value: string;
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

const NO_CODE = "Please enter damage codes such as 2D1, or 000 for none";

/** Damage codes of the trade. */
export function damageCodes<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "short",
    optional: true,
    explain: explainTypedDamage,
    rule: ({ z, orBlank }) =>
      orBlank(
        z.string(NO_CODE).transform((text, context) => {
          const damages = parseDamage(text);
          if (damages) return formatDamage(damages);
          context.addIssue({ code: "custom", message: NO_CODE });
          return z.NEVER;
        }),
      ),
    recordRule: ({ z }) => z.string().optional(),
  } as const satisfies Field as OptionalField<string, Seen>;
}

/** What is wrong with the lines of what a part fits. @param known those that could be read */
function faultOfFits(lines: number, known: readonly Fit[]): string | undefined {
  if (lines > MAX_FITS) return `Please enter at most ${MAX_FITS} lines`;
  if (known.length < lines) return NO_FIT;
  return countFitYears(known) > MAX_FIT_YEARS
    ? `Please enter at most ${formatCount(MAX_FIT_YEARS)} model years in all`
    : undefined;
}

/** The lines that say anything, up to one too many: of 30,000 wrong ones each would be an error, and the answer 2 MB. */
function linesOfFits(given: unknown): unknown {
  const lines = typeof given === "string" ? given.split(/[\n|]/) : (given ?? []);
  if (!Array.isArray(lines)) return lines;
  return lines.filter((line) => typeof line !== "string" || line.trim() !== "").slice(0, MAX_FITS + 1);
}

const NO_FIT = "Please write each line like 2008-2012 Honda Accord";

/** The vehicles that a part fits: an array of objects or lines in the API, one a line in a form, JSON in the table. */
export function fittingVehicles<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "long",
    optional: true,
    format: formatFit,
    rule: ({ z }) => {
      const fit = z
        .object({ vehicle: z.string(), yearFrom: z.number(), yearTo: z.number() }, NO_FIT)
        .transform((given) => formatFit(given as Fit));
      return z
        .preprocess(linesOfFits, z.array(z.union([z.string(), fit], NO_FIT), NO_FIT))
        .transform((lines, context): Fit[] => {
          const fits = lines.map(parseFit);
          const known = fits.filter((one) => one !== undefined);
          const message = faultOfFits(fits.length, known);
          if (message === undefined) return known;
          context.addIssue({ code: "custom", message });
          return z.NEVER;
        })
        .prefault([]);
    },
    recordRule: ({ z }) =>
      z.array(z.object({ vehicle: z.string(), yearFrom: z.number().int(), yearTo: z.number().int() })),
    column: { write: JSON.stringify, read: (stored) => JSON.parse(stored as string) },
  } as const satisfies Field as Field<{
    value: Fit[];
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

interface PoundsOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  max: number;
}

/** A weight in pounds: `weight` in the column `weightPounds`. */
export function pounds<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: PoundsOptions<Seen>,
) {
  const message = "Please enter a weight in pounds";
  return {
    ...described(label, options),
    input: "decimal",
    optional: true,
    rule: ({ z, orBlank }) =>
      orBlank(
        z
          .union([z.number(), z.string().transform(parsePounds)], message)
          .pipe(z.number(message).positive(message).max(options.max, message)),
      ),
    column: { suffix: "Pounds" },
  } as const satisfies Field as OptionalField<number, Seen, number, "Pounds">;
}

// `Number` alone reads `1e2` and `0x10` too.
function parsePounds(text: string): number {
  const amount = withoutThousands(text.trim());
  return /^(\d+(\.\d*)?|\.\d+)$/.test(amount) ? Number(amount) : Number.NaN;
}
