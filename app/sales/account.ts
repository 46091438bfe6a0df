import type { PaymentMethod } from "./sale";

/*
 * What customers owe of what was put on account, and what they pay of it later. The sale stays as it was: a payment is a separate record,
 * with a share for each sale that it pays.
 */

export const OWED_PAGE = "/admin/sales/owed";
export const ACCOUNT_PAYMENTS_PAGE = "/admin/account-payments";

/** How someone pays what they owe: with money. */
export const LATER_METHODS = {
  cash: "Cash",
  card: "Card",
  check: "Check",
  bank: "Bank transfer",
} as const satisfies Partial<Record<PaymentMethod, string>>;
export type LaterMethod = keyof typeof LATER_METHODS;

/** The fields of the form of a payment, in their order. */
export const ACCOUNT_FIELDS = ["sale", "amount", "method", "on", "note"] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** `P-1001` */
export function formatPaymentNumber(number: number): string {
  return `P-${number}`;
}

/** A sale that isn't fully paid, in cents. */
export interface OwedSale {
  id: string;
  number: number;
  soldOn: string;
  customerId: string | null;
  customerName: string | null;
  accountCents: number;
  owedCents: number;
}

/** How much of a payment goes to which sale, oldest first. @returns undefined if it is more than they owe */
export function shareOut(
  amountCents: number,
  owed: readonly Pick<OwedSale, "id" | "owedCents">[],
): { saleId: string; cents: number }[] | undefined {
  const shares: { saleId: string; cents: number }[] = [];
  let left = amountCents;
  for (const { id, owedCents } of owed) {
    const cents = Math.min(left, owedCents);
    if (cents > 0) shares.push({ saleId: id, cents });
    left -= cents;
  }
  return left > 0 ? undefined : shares;
}
