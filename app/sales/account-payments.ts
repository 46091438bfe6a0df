import { defineCollection } from "~/collections/collection";
import { type RecordOf, type Rules, readOnly } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { text } from "~/collections/fields/text";
import { newestFirst, oldestFirst } from "~/collections/sort-order";
import { ACCOUNT_PAYMENTS_PAGE, formatPaymentNumber, LATER_METHODS } from "./account";
import { kept, signedAmount } from "./fields";

/** `Payment P-1001`, of a record or a row. */
function paymentName(payment: object): string {
  const { number } = payment as { number?: string | number };
  return `Payment ${typeof number === "number" ? formatPaymentNumber(number) : number}`;
}

/** What customers paid later of what was put on account. A payment (account.server.ts) never changes; another one reverses it. */
export const ACCOUNT_PAYMENTS = defineCollection({
  kind: "account-payment",
  recordKind: "accountPayment",
  table: "accountPayments",
  path: ACCOUNT_PAYMENTS_PAGE,
  hasPage: true,
  isWrittenBySubject: true,
  isAddedElsewhere: true,
  noun: "payment",
  titles: { add: "", edit: "", one: "Payment on account", many: "Payments on account" },
  nameOf: paymentName,
  deleteQuestion: "",
  fields: {
    number: kept("Number"),
    takenOn: { ...kept("Day"), input: "date" as const },
    customerName: readOnly(text("Customer")),
    method: readOnly(choice("Method", LATER_METHODS)),
    amount: signedAmount("Amount"),
    balance: signedAmount("Still Owed"),
    note: readOnly(text("Note")),
    takenBy: kept("Taken By"),
  },
  sections: [{ title: "Payment", rows: [{ fields: ["number"] }] }],
  search: { numbers: ["number"], tells: ["takenOn", "customerName", "amount", "note"] },
  list: {
    title: "Payments on Account",
    nouns: ["payment", "payments"],
    searchLabel: "Search by number, customer or note",
    emptyText: "No payments yet. Take one under Owed on Account.",
    columns: ["number", "takenOn", "customerName", "method", "amount", "balance", "takenBy"],
    sorts: {
      newest: newestFirst(),
      oldest: oldestFirst(),
    },
    filters: {
      method: { label: "Method", any: "Any method", choices: LATER_METHODS },
      from: { label: "From Day", any: "", choices: {}, input: "day" },
      to: { label: "To Day", any: "", choices: {}, input: "day" },
    },
  },
  api: { listed: "Every payment on account, and how much of it went to which sale" },
  besides: (rules) => paymentBesides(rules),
});

function paymentBesides({ z }: Rules) {
  return {
    customerId: z.string().optional(),
    takenAt: z.iso.datetime(),
    takesBackId: z.string().optional(),
    shares: z.array(z.object({ saleId: z.string(), saleNumber: z.string(), amount: z.number() })),
  };
}

/** A payment as the API returns it to staff; a list of the pages has no shares. */
export type AccountPaymentRecord = RecordOf<(typeof ACCOUNT_PAYMENTS)["fields"]> & {
  customerId?: string | undefined;
  takenAt: string;
  takesBackId?: string | undefined;
  /** How much of it went to which sale. */
  shares?: { saleId: string; saleNumber: string; amount: number }[];
};
