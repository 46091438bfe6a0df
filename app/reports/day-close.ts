import { REPORTS_PAGE } from "./report";

export const DAY_CLOSE_PAGE = `${REPORTS_PAGE}/day-close`;

/** The most that a drawer is said to hold, in dollars; anything more is a typing error. */
export const MOST_CASH = 1_000_000;

export const DAY_CLOSE_MESSAGES = {
  opening: "Please enter what was in the drawer at the start, or 0",
  counted: "Please enter what you counted, or 0",
  reason: "The drawer doesn't match. Please say why, as far as you know",
  day: "Please choose a day that is not in the future",
} as const;

/** What a drawer should hold, in cents. */
export interface ExpectedCash {
  /** What customers paid in cash, less change. */
  taken: number;
  /** What was given back in cash. */
  refunded: number;
}

/** `$3.00 over`, `$3.00 short`, in cents. */
export function describeDifference(cents: number, format: (dollars: number) => string): string {
  if (cents === 0) return "Matches";
  return `${format(Math.abs(cents) / 100)} ${cents > 0 ? "over" : "short"}`;
}
