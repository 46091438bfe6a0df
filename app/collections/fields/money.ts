import { toCents } from "~/values/money";
import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

interface MoneyOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  /** In dollars; anything more is a typing error. */
  max: number;
}

/** The message for anything but such an amount. */
export const INVALID_PRICE = "Please enter a valid price";

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
    rule: ({ orBlank, dollarsSchema }) => orBlank(dollarsSchema(INVALID_PRICE, { min: 0, max: options.max })),
    column: {
      suffix: "Cents",
      write: (dollars) => toCents(dollars as number),
      read: (cents) => (cents as number) / 100,
    },
  } as const satisfies Field as OptionalField<number, Seen, number, "Cents">;
}
