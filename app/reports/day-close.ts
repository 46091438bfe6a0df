import { REPORTS_PAGE } from "./report";

export const DAY_CLOSE_PAGE = `${REPORTS_PAGE}/day-close`;

/** The most that a drawer is said to hold, in dollars; anything more is a typing error. */
export const MOST_CASH = 1_000_000;

export const DAY_CLOSE_MESSAGES = {
  opening: "Please enter what was in the drawer at opening, or 0",
  counted: "Please enter what you counted, or 0",
  day: "Please choose a day that is not in the future",
} as const;

/** What goes in and out of a drawer in cash, in the order in which a close names it; `sign` is -1 for what goes out. */
export const CASH_LINES = {
  sales: { label: "Sales, less change", sign: 1 },
  deposits: { label: "Deposits, less refunds", sign: 1 },
  onAccount: { label: "Payments on account", sign: 1 },
  carIncome: { label: "Scrap and cars sold, as recorded with the car", sign: 1 },
  refunds: { label: "Refunds", sign: -1 },
  bought: { label: "Cars, cores and parts bought", sign: -1 },
  costs: { label: "Costs of cars", sign: -1 },
} as const;
type CashLine = keyof typeof CASH_LINES;
export const CASH_LINE_NAMES = Object.keys(CASH_LINES) as CashLine[];

/** The cash of a day, line by line, in cents. */
export type ExpectedCash = Record<CashLine, number>;

/** What came in less what went out, in cents. */
export function addUpCash(cash: ExpectedCash): number {
  return CASH_LINE_NAMES.reduce((sum, name) => sum + CASH_LINES[name].sign * cash[name], 0);
}

/** What is asked about a drawer that doesn't match: `The drawer is $3.00 short`, in cents. */
export function askWhy(cents: number, format: (dollars: number) => string): string {
  return `The drawer is ${describeDifference(cents, format)}. Please say why, if you know`;
}

/** `$3.00 over`, `$3.00 short`, in cents. */
export function describeDifference(cents: number, format: (dollars: number) => string): string {
  if (cents === 0) return "Matches";
  return `${format(Math.abs(cents) / 100)} ${cents > 0 ? "over" : "short"}`;
}
