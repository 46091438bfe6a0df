import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

interface MoneyOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  /** In dollars; anything more is a typing error. */
  max: number;
  /** Whether 0 is stored as none: what costs nothing is what nobody has priced. */
  zeroIsNone?: boolean;
}

/** The message for anything but such an amount. */
export const INVALID_PRICE = "Please enter a valid price";

/** `0`, `$0.00` */
const ZERO = /^\s*\$?\s*(0+(\.0{0,2})?|\.0{1,2})\s*$/;

/** Dollars with at most two decimals, stored in whole cents: `price` in the column `priceCents`. */
export function money<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: MoneyOptions<Seen>,
) {
  return {
    ...described(label, options),
    input: "decimal",
    unit: "dollars",
    optional: true,
    rule: ({ z, orBlank, dollarsSchema }) => {
      const amount = orBlank(dollarsSchema(INVALID_PRICE, { min: 0, max: options.max }));
      return options.zeroIsNone
        ? z.preprocess((value) => (ZERO.test(String(value)) ? undefined : value), amount)
        : amount;
    },
    column: {
      suffix: "Cents",
      write: (dollars) => Math.round((dollars as number) * 100),
      read: (cents) => (cents as number) / 100,
    },
  } as const satisfies Field as OptionalField<number, Seen, number, "Cents">;
}
