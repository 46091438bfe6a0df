import { defineCollection } from "~/collections/collection";
import { described, type Field, type FieldsOf, type RecordOf } from "~/collections/field";
import { day } from "~/collections/fields/day";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { newestFirst, oldestFirst } from "~/collections/sort-order";
import { toCents } from "~/values/money";
import { modelYear } from "~/vehicles/fields";
import { MAX_STOCK_NUMBER_LENGTH } from "~/vehicles/inventory";

export const OLD_SALES_PAGE = "/admin/old-sales";

/** In dollars; anything more is a typing error. */
const MAX_PRICE = 1_000_000;

const MESSAGES = {
  price: "Please enter what it was sold for, such as 85 or 89.50",
  refund: "This is a refund. Leave it out: old sales are what was sold",
} as const;

/**
 * What was sold before this program: the day, the part, the price and the buyer. They show only what parts bring and what was sold: they
 * have no number of ours, no receipt and no tax, and are in neither the book nor the day's close.
 */
export const OLD_SALES = defineCollection({
  kind: "oldSale",
  table: "oldSales",
  path: OLD_SALES_PAGE,
  noun: "old sale",
  titles: { add: "Add Old Sale", edit: "Edit Old Sale", one: "Old sale", many: "Old sales" },
  nameOf: ({ part, soldOn }) => `${part}, ${String(soldOn ?? "").slice(0, 10)}`,
  deleteQuestion: "Are you sure you want to delete this old sale?",
  forgets: "all",
  fields: {
    soldOn: day("Sold On", { required: "Please enter the day it was sold" }),
    part: text("Part", {
      required: "Please enter what was sold",
      hint: "It can include the car: 2012 Accord alternator.",
    }),
    price: soldFor(),
    buyer: text("Buyer"),
    number: text("Number", { max: 60, hint: "The number on the receipt or invoice in the other program." }),
    stockNumber: text("Stock Number", { max: MAX_STOCK_NUMBER_LENGTH }),
    year: modelYear(),
    make: text("Make"),
    model: text("Model"),
    notes: longText("Notes"),
  },
  sections: [
    {
      title: "Sale",
      rows: [
        { fields: ["soldOn", "price"], inPairs: true },
        { fields: ["part"] },
        { fields: ["buyer", "number"], inPairs: true },
      ],
    },
    {
      title: "Car",
      rows: [{ fields: ["year"] }, { fields: ["make", "model"], inPairs: true }, { fields: ["stockNumber"] }],
    },
    { title: "Notes", rows: [{ fields: ["notes"] }] },
  ],
  list: {
    title: "Old Sales",
    nouns: ["old sale", "old sales"],
    searchLabel: "Search by part, buyer, car or number",
    emptyText: "No old sales yet. Import them from your other program: date, part, price and buyer.",
    columns: ["soldOn", "part", "year", "make", "model", "buyer", "price"],
    search: ["part", "buyer", "number", "stockNumber", "make", "model"],
    emptyLast: ["year"],
    sorts: {
      newest: newestFirst("soldOn"),
      oldest: oldestFirst("soldOn"),
    },
  },
  search: { numbers: ["number", "stockNumber"], tells: ["soldOn", "buyer"] },
  importNotes: {
    matched:
      "A row that's already here, with the same day, part, price, buyer and number, is skipped. Two such rows in one file are two sales.",
    fields:
      "Imported sales feed suggested prices and reports. They aren't in the book and don't get our sale numbers.",
  },
  api: {
    bodyNote:
      "A sale from before this program: it has none of our numbers, and isn't in the book or the day's close.",
  },
});

/** The editable fields of an old sale. */
export type OldSaleFields = FieldsOf<(typeof OLD_SALES)["fields"]>;
/** An old sale as the API returns it to staff. */
export type OldSale = RecordOf<(typeof OLD_SALES)["fields"]>;

/** What something was sold for, in whole cents. A refund isn't one, and has its own message. */
function soldFor() {
  return {
    ...described("Price", {}),
    input: "decimal",
    unit: "dollars",
    optional: false,
    rule: ({ z, dollarsSchema }) =>
      z
        .unknown()
        .refine((value) => !isRefund(value), { error: MESSAGES.refund, abort: true })
        .pipe(dollarsSchema(MESSAGES.price, { min: 0.01, max: MAX_PRICE })),
    recordRule: ({ z }) => z.number(),
    column: {
      suffix: "Cents",
      write: (dollars) => toCents(dollars as number),
      read: (cents) => (cents as number) / 100,
    },
  } as const satisfies Field as Field<{
    value: number;
    presence: "always";
    visibility: undefined;
    suffix: "Cents";
    stored: number;
  }>;
}

/** As programs write one: `-85`, `-$85.00`, `($85.00)`, `85.00-`, `85.00 CR`. */
function isRefund(value: unknown): boolean {
  if (typeof value === "number") return value < 0;
  if (typeof value !== "string") return false;
  const written = value.replaceAll(/\s/g, "");
  return /^\$?[-−–(]\$?[\d.]/.test(written) || /\d(?:[-−–]|CR)$/i.test(written);
}
