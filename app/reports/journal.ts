import type { IsoDay } from "~/values/typed-date";
import type { Accounts } from "./bookkeeping";

/*
 * A day's sales, and the cash that the drawer paid for cars, as a journal: what was paid on one side, what it was for on the other. Both
 * sides of a day are the same, to the cent.
 */

/** An amount on one side, in cents: above 0 is a debit, below a credit. */
export interface JournalLine {
  day: IsoDay;
  account: string;
  cents: number;
  description: string;
}

/** What a day had of one thing, in cents. */
export interface DaySum {
  day: IsoDay;
  /** How it was paid or what it was for. */
  of: keyof Accounts;
  cents: number;
}

/** What of a day goes on each side. */
interface DaySums {
  /** What came in for sales that are not complete on that day. */
  deposited: readonly DaySum[];
  /** What paid for the sales of the day; what was deposited on another day is `deposits`. */
  paid: readonly DaySum[];
  /** What was sold, after discounts, and its tax. */
  sold: readonly DaySum[];
  /** What came in for earlier sales on account. */
  collected: readonly DaySum[];
  /** What came back, and its tax; a fee that was kept for it is below zero. */
  returned: readonly DaySum[];
  /** How that was paid back. */
  refunded: readonly DaySum[];
  /** What cash besides sales was for: what cars cost is above zero, what they brought below. */
  drawer: readonly DaySum[];
}

const LABELS: Record<keyof Accounts, string> = {
  cash: "Cash",
  card: "Cards",
  check: "Checks",
  bank: "Bank transfers",
  receivable: "On account",
  storeCredit: "Store credit",
  deposits: "Deposits",
  tradeIns: "Trade-ins",
  carsBought: "Cars bought",
  carCosts: "Costs of cars",
  parts: "Parts",
  vehicles: "Vehicles",
  labor: "Labor",
  shipping: "Shipping",
  cores: "Core charges",
  other: "Other sales",
  salesTax: "Sales tax",
};

/** The journal of some days, a day after the other; what is 0 has no line. */
export function toJournal(
  { deposited, paid, sold, collected, returned, refunded, drawer }: DaySums,
  accounts: Accounts,
): JournalLine[] {
  const lines = [
    ...deposited.flatMap(({ day, of, cents }) => [
      { day, of, cents },
      { day, of: "deposits" as const, cents: -cents },
    ]),
    ...paid.map(({ day, of, cents }) => ({ day, of, cents })),
    ...sold.map(({ day, of, cents }) => ({ day, of, cents: -cents })),
    ...collected.flatMap(({ day, of, cents }) => [
      { day, of, cents },
      { day, of: "receivable" as const, cents: -cents },
    ]),
    ...returned.map(({ day, of, cents }) => ({ day, of, cents })),
    ...refunded.map(({ day, of, cents }) => ({ day, of, cents: -cents })),
    ...drawer.flatMap(({ day, of, cents }) => [
      { day, of, cents },
      { day, of: "cash" as const, cents: -cents },
    ]),
  ];
  return lines
    .filter(({ cents }) => cents !== 0)
    .sort((one, other) => (one.day === other.day ? 0 : one.day < other.day ? -1 : 1))
    .map(({ day, of, cents }) => ({ day, account: accounts[of], cents, description: describe(of, cents) }));
}

/** Credit that is given is owed to a customer, and what they use of it no longer. */
function describe(of: keyof Accounts, cents: number): string {
  if (of !== "storeCredit") return LABELS[of];
  return `${LABELS[of]} ${cents > 0 ? "used" : "given"}`;
}
