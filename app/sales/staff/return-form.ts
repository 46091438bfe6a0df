import { addUpRefund, type RefundSums, type ReturnableLine } from "~/sales/returns";
import { parseCents, parseDecimal } from "~/values/decimal";

/** The field with the amount that the page has shown for the customer, in cents; empty if it hasn't shown one. */
export const SHOWN = "shown";

/** A line of a sale that may come back. */
export interface FormLine {
  id: string;
  returnable: ReturnableLine;
}

/** What a form that is being filled in refunds: the checked lines, in the typed quantities, less the fee. */
export function readRefund(typed: Readonly<Record<string, string>>, lines: readonly FormLine[]): RefundSums {
  return addUpRefund(
    lines.flatMap(({ id, returnable }, index) => {
      const name = `lines.${index}`;
      if (typed[`${name}.take`] !== "yes" || typed[`${name}.id`] !== id) return [];
      const left = returnable.quantity - returnable.returned.quantity;
      const quantity = parseDecimal(typed[`${name}.quantity`] ?? "", 2) ?? 0;
      return [{ returnable, quantity: Math.min(quantity, left) }];
    }),
    parseCents(typed.fee ?? "") ?? 0,
  );
}
