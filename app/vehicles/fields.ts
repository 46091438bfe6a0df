import { described, type Field, type FieldOptions, type Visibility } from "~/collections/field";
import { integer } from "~/collections/fields/integer";
import { text } from "~/collections/fields/text";
import { isVinOfYear, stripVin, VIN_LENGTH, VIN_MESSAGES } from "~/vin/validate";
import { MAX_STOCK_NUMBER_LENGTH, MILEAGE_MAX, MODEL_YEARS, STOCK_NUMBER_TAKEN } from "./inventory";

interface RequiredOptions<Required extends string | undefined, Seen extends Visibility | undefined>
  extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
}

/** A stock number, unique within a collection. */
export function stockNumber<const Seen extends Visibility | undefined = undefined>(
  options: FieldOptions<Seen> = {},
) {
  return {
    ...text("Stock Number", {
      ...options,
      required: "Stock number is required",
      max: MAX_STOCK_NUMBER_LENGTH,
    }),
    unique: STOCK_NUMBER_TAKEN,
  };
}

/** A model year, from the first car to next year's models. */
export function modelYear<
  const Required extends string | undefined = undefined,
  const Seen extends Visibility | undefined = undefined,
>(options: RequiredOptions<Required, Seen> = {}) {
  return integer("Year", {
    ...options,
    ...MODEL_YEARS,
  });
}

/** Miles. */
export function mileage<
  const Required extends string | undefined = undefined,
  const Lacking extends boolean = false,
  const Seen extends Visibility | undefined = undefined,
>(options: RequiredOptions<Required, Seen> & { mayLack?: Lacking } = {}) {
  return integer("Mileage", {
    ...options,
    max: MILEAGE_MAX,
    message: "Please enter a valid mileage",
    unit: "miles",
  });
}

const TOO_SHORT = "Please enter the 5 to 17 letters and numbers of the VIN";

/**
 * A VIN as staff store it: 17 characters, or the 5 to 17 of a vehicle from before 1981 (`isVinOfYear`). A vehicle that an import brought
 * without one has empty text.
 */
export function vin<const Seen extends Visibility | undefined = undefined>(options: FieldOptions<Seen> = {}) {
  return {
    ...described("VIN", options),
    input: "vin",
    mayLack: true,
    rule: ({ z }, isLacking) => {
      const given = z.string({ error: VIN_MESSAGES.required });
      const stripped = isLacking
        ? given.nullish().transform((vin) => stripVin(vin ?? ""))
        : given.transform(stripVin);
      const known = isLacking ? z.string() : z.string().min(1, { error: VIN_MESSAGES.required, abort: true });
      return stripped.pipe(
        known
          .refine((vin) => (isLacking && vin === "") || vin.length >= 5, { error: TOO_SHORT })
          .max(VIN_LENGTH, { error: VIN_MESSAGES.malformed }),
      );
    },
    recordRule: ({ z }) => z.string(),
  } as const satisfies Field as Field<{
    value: string;
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

/** Vehicles since 1981 have a VIN of 17 characters. */
export const VIN_OF_YEAR = {
  at: "vin",
  with: ["vin", "year"],
  message: VIN_MESSAGES.malformed,
  holds: ({ vin, year }: { vin: string; year?: number | undefined }) => isVinOfYear(vin, year),
} as const;
