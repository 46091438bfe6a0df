import { defineCollection } from "~/collections/collection";
import { type RecordOf, type Rules, readOnly } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { newestFirst, oldestFirst } from "~/collections/sort-order";
import { keysOf } from "~/values/query-params";
import { amount, kept } from "./fields";
import { CREDIT_NOTES_PAGE, formatCreditNumber, GOES_TO, REFUND_METHODS, RETURN_REASONS } from "./returns";
import { SALE_LINE_KIND_NAMES } from "./sale";

/** `Credit note CN-1001`, of a record or a row. */
function creditNoteName(note: object): string {
  const { number } = note as { number?: string | number };
  return `Credit note ${typeof number === "number" ? formatCreditNumber(number) : number}`;
}

/** What customers brought back. A return makes one (returns.server.ts), and it never changes. */
export const CREDIT_NOTES = defineCollection({
  kind: "credit-note",
  recordKind: "creditNote",
  table: "creditNotes",
  path: CREDIT_NOTES_PAGE,
  hasPage: true,
  isWrittenBySubject: true,
  isAddedElsewhere: true,
  noun: "credit note",
  titles: { add: "", edit: "", one: "Credit note", many: "Credit notes" },
  nameOf: creditNoteName,
  deleteQuestion: "",
  fields: {
    number: kept("Number"),
    creditedOn: { ...kept("Day"), input: "date" as const },
    saleNumber: kept("Sale"),
    customerName: readOnly(text("Customer")),
    clerk: kept("Clerk"),
    method: readOnly(choice("Paid Back", REFUND_METHODS)),
    goods: amount("Goods"),
    tax: amount("Tax"),
    fee: amount("Restocking Fee"),
    total: amount("Total"),
    notes: readOnly(longText("Notes")),
  },
  sections: [{ title: "Credit Note", rows: [{ fields: ["number"] }] }],
  search: { numbers: ["number"], tells: ["creditedOn", "saleNumber", "customerName", "total"] },
  list: {
    title: "Credit Notes",
    nouns: ["credit note", "credit notes"],
    searchLabel: "Search by number, sale, customer or part",
    emptyText: "Nothing has come back yet. Return Items on a sale makes a credit note.",
    columns: ["number", "creditedOn", "saleNumber", "customerName", "clerk", "method", "total"],
    sorts: {
      newest: newestFirst(),
      oldest: oldestFirst(),
    },
    filters: {
      method: { label: "Paid Back", any: "Any way", choices: REFUND_METHODS },
      clerk: { label: "Clerk", any: "Any clerk", choices: {}, input: "text" },
      from: { label: "From Day", any: "", choices: {}, input: "day" },
      to: { label: "To Day", any: "", choices: {}, input: "day" },
    },
  },
  api: { listed: "Every credit note, with its lines" },
  besides: (rules) => creditNoteBesides(rules),
});

function creditNoteBesides({ z }: Rules) {
  const optional = z.string().optional();
  return {
    saleId: z.string(),
    customerId: optional,
    lines: z.array(
      z.object({
        ...{ _id: z.string(), saleLineId: z.string(), kind: z.enum(SALE_LINE_KIND_NAMES) },
        ...{ description: z.string(), stockNumber: optional, entryId: optional, donorId: optional },
        ...{ quantity: z.number(), amount: z.number(), tax: z.number(), taxPercent: z.number() },
        ...{ taxPlace: optional, reason: z.enum(keysOf(RETURN_REASONS)) },
        goesTo: z.enum(keysOf(GOES_TO)).optional(),
      }),
    ),
  };
}

/** A credit note as the API returns it to staff; a list of the pages has no lines. */
export type CreditNote = RecordOf<(typeof CREDIT_NOTES)["fields"]> & {
  saleId: string;
  customerId?: string | undefined;
  lines?: Record<string, unknown>[];
};
