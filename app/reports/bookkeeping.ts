import { REPORTS_PAGE } from "./report";

/*
 * Files for the programs that keep a yard's books. Which account an amount goes to is set under Settings, Bookkeeping.
 */

export const BOOKKEEPING_PAGE = `${REPORTS_PAGE}/bookkeeping`;

export const PROGRAMS = { quickbooks: "QuickBooks Online", xero: "Xero" } as const;
export type Program = keyof typeof PROGRAMS;

export const EXPORTS = {
  journal: "Daily Totals as a Journal",
  invoices: "Invoices",
  "credit-notes": "Credit Notes",
} as const;
export type BookkeepingExport = keyof typeof EXPORTS;

/** The most invoices and the most rows that QuickBooks Online takes in one file; Xero takes no fewer. */
export const MOST_INVOICES = 100;
export const MOST_FILE_ROWS = 1_000;

/** How a program takes credit notes, which the file of invoices has none of. */
export const CREDIT_NOTES_IN: Record<Program, string> = {
  quickbooks:
    "QuickBooks doesn't take them with invoices: import this file if your QuickBooks offers credit notes under Import data; otherwise enter each one as a credit memo.",
  xero: "Import this file as invoices too: Xero makes a credit note of each one, because its total is below zero.",
};

/** The accounts of the books, by what goes to each: what is paid, then what it was for. */
export type Accounts = Record<
  | "cash"
  | "card"
  | "check"
  | "bank"
  | "receivable"
  | "storeCredit"
  | "deposits"
  | "tradeIns"
  | "carsBought"
  | "carCosts"
  | "parts"
  | "vehicles"
  | "labor"
  | "shipping"
  | "cores"
  | "other"
  | "salesTax",
  string
>;
