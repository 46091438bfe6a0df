/*
 * What a car cost and brought. What it was bought for and its tow are its purchase's, what it or its parts sold for is on the sales;
 * the rest is written down here.
 */

/** What is written down, and whether it is spent or comes in. */
export const COST_KINDS = {
  fees: { label: "Fees", isIncome: false },
  tow: { label: "Tow", isIncome: false },
  labor: { label: "Labor", isIncome: false },
  other: { label: "Other cost", isIncome: false },
  scrap: { label: "Scrap sold", isIncome: true },
  car: { label: "The car sold", isIncome: true },
} as const;
export type CostKind = keyof typeof COST_KINDS;
export const COST_KIND_NAMES = Object.keys(COST_KINDS) as [CostKind, ...CostKind[]];

/** How it was paid, either way. Cash goes through the drawer, so that a day's close knows of it. */
export const COST_PAID_BY = { cash: "Cash", card: "Card", check: "Check", bank: "Bank transfer" } as const;
export type CostPaidBy = keyof typeof COST_PAID_BY;
export const COST_PAID_BY_NAMES = Object.keys(COST_PAID_BY) as [CostPaidBy, ...CostPaidBy[]];

/** The collections whose records are cars. */
export function isCostKind(kind: string | undefined): kind is "dismantled" | "retail" {
  return kind === "dismantled" || kind === "retail";
}

/** Where a car's costs are written. */
export function costsPath(kind: "dismantled" | "retail", id: string): string {
  return `/admin/costs/${kind}/${id}`;
}

/** What the form for an amount asks, in its order. */
export const COST_FIELDS = ["kind", "amount", "on", "party", "paidBy", "note"] as const;
export type CostField = (typeof COST_FIELDS)[number];

/** The answer to a form that was not stored. */
export interface CostReply {
  typed: Record<string, string>;
  errors: Partial<Record<CostField, string[]>>;
}

/** One amount of a car. */
export interface CarAmount {
  /** Of what is written down here. */
  id?: string;
  label: string;
  isIncome: boolean;
  on: string;
  cents: number;
  party: string | undefined;
  /** Undefined if unknown. */
  paidBy?: CostPaidBy | undefined;
  note: string | undefined;
  /** Where it comes from: its purchase or its sale. */
  path?: string;
}

/** An amount that is written down of a car, as the API returns it. */
export interface CostRecord {
  _id: string;
  vehicleKind: "dismantled" | "retail";
  vehicleId: string;
  kind: CostKind;
  isIncome: boolean;
  on: string;
  /** In dollars. */
  amount: number;
  party: string | undefined;
  paidBy: CostPaidBy | undefined;
  note: string | undefined;
  createdAt: string;
  createdBy: string | undefined;
}

/** All that a car cost and brought, in cents. `parts.unknown` were sold without a price. */
export interface CarMoney {
  kind: "dismantled" | "retail";
  id: string;
  amounts: CarAmount[];
  parts: { count: number; cents: number; unknown: number };
  spent: number;
  income: number;
  /** Whether what it was bought for is known. */
  isPriceKnown: boolean;
}
