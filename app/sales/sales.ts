import { defineCollection } from "~/collections/collection";
import { type RecordOf, type Rules, readOnly } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { newestFirst, oldestFirst, sortOrder } from "~/collections/sort-order";
import { formatDay } from "~/values/format";
import { formatSaleNumber } from "~/values/sale-number";
import { amount } from "./fields";
import {
  DELIVERIES,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHODS,
  type PaymentMethod,
  SALE_LINE_KIND_NAMES,
  SALE_STATUSES,
  SALES_PAGE,
  type SaleLineKind,
} from "./sale";

const STATUS_LABELS = {
  draft: SALE_STATUSES.draft.label,
  completed: SALE_STATUSES.completed.label,
  voided: SALE_STATUSES.voided.label,
} as const;

/** A deal is the sale of a vehicle with its extra data. */
const SALE_KINDS = { deal: "Deals of vehicles", other: "Other sales" } as const;

/** `Sale S-1004`, of a record or a row. */
function saleName(sale: object): string {
  const { _id, id, number } = sale as { _id?: string; id?: string; number?: string | number | null };
  return `Sale ${typeof number === "string" ? number : formatSaleNumber({ id: id ?? _id ?? "", number })}`;
}

const kept = (label: string) => readOnly(text(label));

/**
 * The sales. Edits go through its own form and functions (sale.server.ts), because a draft holds what is on it and a completed one never
 * changes; everything else follows from this definition.
 */
export const SALES = defineCollection({
  kind: "sale",
  table: "sales",
  path: SALES_PAGE,
  hasPage: true,
  isWrittenBySubject: true,
  noun: "sale",
  titles: { add: "New Sale", edit: "Edit Draft", one: "Sale", many: "Sales" },
  nameOf: saleName,
  deleteQuestion: "Are you sure you want to discard this draft?",
  forgets: "all",
  fields: {
    number: readOnly(text("Number", { required: "A sale has a number" })),
    status: readOnly(choice("Status", STATUS_LABELS, { default: "draft" })),
    soldOn: { ...kept("Day"), input: "date" as const },
    customerName: kept("Customer"),
    customerPhone: kept("Phone"),
    customerEmail: kept("Email"),
    customerAddress: readOnly(longText("Address")),
    taxExemptNumber: kept("Tax Exempt Number"),
    clerk: readOnly(text("Clerk", { required: "A sale has a clerk" })),
    goods: amount("Goods"),
    discount: amount("Discount"),
    tax: amount("Tax"),
    total: amount("Total"),
    paid: amount("Paid"),
    account: amount("On Account"),
    taxPlace: kept("Tax Place"),
    delivery: readOnly(choice("Pickup or Shipping", DELIVERIES, { default: "pickup" })),
    shipTo: readOnly(longText("Ship To")),
    carrier: kept("Carrier"),
    tracking: kept("Tracking Number"),
    voidReason: kept("Why It Was Voided"),
    notes: readOnly(longText("Notes")),
  },
  sections: [{ title: "Sale", rows: [{ fields: ["number"] }] }],
  search: { numbers: ["number", "tracking"], tells: ["status", "soldOn", "customerName", "total"] },
  list: {
    title: "Sales",
    nouns: ["sale", "sales"],
    searchLabel: "Search by number, customer or part",
    emptyText: "No sales yet. Add one to get started.",
    columns: ["number", "soldOn", "customerName", "clerk", "total", "status"],
    sorts: {
      newest: newestFirst("listedAt"),
      oldest: oldestFirst("listedAt"),
      "total-high": sortOrder("Total: high to low", "totalCents", "desc", "Total"),
    },
    filters: {
      clerk: { label: "Clerk", any: "Any clerk", choices: {}, input: "text" },
      customer: { label: "Customer", any: "Any customer", choices: {}, input: "text" },
      kind: { label: "Kind", any: "All sales", choices: SALE_KINDS },
      from: { label: "From Day", any: "", choices: {}, input: "day" },
      to: { label: "To Day", any: "", choices: {}, input: "day" },
    },
  },
  api: {
    listed: "Every sale, with its lines, its payments, and the deal of a vehicle",
    bodyNote:
      "Stores a draft, which holds the parts and vehicles on it. `lines` keep their order; a part's line needs `part`, a vehicle's `vehicle`: its `_id` or its stock number. A part without one has a `description`: with `partRequestId`, it is what was quoted for that request. Without `price` a part has its list price, less the customer's wholesale percentage. A discount has `percent` or `price`. A core charge is a separate line, of kind `core` with the `part`: none is added for you. `taxPlace` is one of the rates in Settings, or `No tax`.",
  },
  besides: (rules) => saleBesides(rules),
});

function saleBesides({ z }: Rules) {
  const optional = z.string().optional();
  return {
    customerId: optional,
    partRequestId: optional,
    repairRequestId: optional,
    ...{ creditNoteId: optional, exchangeFor: optional },
    ...{ taxPercent: z.number(), untaxed: z.number().optional() },
    ...{ weight: z.number().optional(), length: z.number().optional() },
    ...{ width: z.number().optional(), height: z.number().optional() },
    ...{
      completedAt: z.iso.datetime().optional(),
      voidedAt: z.iso.datetime().optional(),
      voidedBy: optional,
    },
    lines: z
      .array(
        z.object({
          _id: z.string(),
          kind: z.enum(SALE_LINE_KIND_NAMES),
          ...{ partId: optional, vehicleId: optional, description: z.string(), stockNumber: optional },
          ...{ vin: optional, entryId: optional, donorId: optional },
          ...{ quantity: z.number(), price: z.number().optional(), percent: z.number().optional() },
          ...{ isTaxed: z.boolean(), taxPercent: z.number(), taxPlace: optional },
          ...{ amount: z.number(), discount: z.number(), tax: z.number() },
          ...{ warranty: optional, warrantyDays: z.number().int().optional() },
        }),
      )
      .optional(),
    payments: z
      .array(
        z.object({
          _id: z.string(),
          method: z.enum(PAYMENT_METHOD_NAMES),
          ...{ amount: z.number(), tendered: z.number().optional(), change: z.number() },
          ...{ reference: optional, isForAccount: z.boolean() },
          ...{ takenAt: z.iso.datetime().optional(), takenOn: optional, takenBy: optional },
        }),
      )
      .optional(),
    owed: z.number().optional(),
    deal: z
      .object({
        ...{ coBuyerName: optional, coBuyerAddress: optional, condition: optional },
        ...{ odometer: z.number().int().optional(), isMileageUnknown: z.boolean() },
        tradeIn: z
          .object({
            ...{ vin: optional, year: z.number().int().optional(), make: optional, model: optional },
            ...{ odometer: z.number().int().optional(), allowance: z.number() },
          })
          .optional(),
        ...{ deliveredOn: optional, endedAt: z.iso.datetime().optional(), endedReason: optional },
      })
      .optional(),
  };
}

/** A line of a sale as the API returns it: money in dollars, quantities in one, rates in percent. */
export interface SaleLine {
  _id: string;
  kind: SaleLineKind;
  partId?: string | undefined;
  vehicleId?: string | undefined;
  description: string;
  stockNumber?: string | undefined;
  vin?: string | undefined;
  entryId?: string | undefined;
  donorId?: string | undefined;
  quantity: number;
  price?: number | undefined;
  percent?: number | undefined;
  isTaxed: boolean;
  taxPercent: number;
  taxPlace?: string | undefined;
  amount: number;
  discount: number;
  tax: number;
  warranty?: string | undefined;
  warrantyDays?: number | undefined;
}

/** A payment as the API returns it. */
export interface Payment {
  _id: string;
  method: PaymentMethod;
  amount: number;
  tendered?: number | undefined;
  change: number;
  reference?: string | undefined;
  isForAccount: boolean;
  takenAt?: string | undefined;
  /** The day of it where the business is. */
  takenOn?: string | undefined;
  takenBy?: string | undefined;
}

/** What a vehicle's sale has in addition, as the API returns it. */
export interface Deal {
  coBuyerName?: string | undefined;
  coBuyerAddress?: string | undefined;
  condition?: string | undefined;
  odometer?: number | undefined;
  isMileageUnknown: boolean;
  tradeIn?:
    | {
        vin?: string | undefined;
        year?: number | undefined;
        make?: string | undefined;
        model?: string | undefined;
        odometer?: number | undefined;
        /** What it pays of the sale. */
        allowance: number;
      }
    | undefined;
  /** The day on which the buyer got the vehicle. */
  deliveredOn?: string | undefined;
  /** When the deal fell through, and why. */
  endedAt?: string | undefined;
  endedReason?: string | undefined;
}

/** A sale in a list, without its lines and payments. */
export type SaleSummary = Omit<RecordOf<(typeof SALES)["fields"]>, "status" | "delivery"> & {
  status: keyof typeof SALE_STATUSES;
  delivery: keyof typeof DELIVERIES;
  customerId?: string;
  partRequestId?: string;
  repairRequestId?: string;
  /** The credit note that it is in exchange for, and what came back on that. */
  creditNoteId?: string;
  exchangeFor?: string;
  taxPercent: number;
  /** How much of a trade-in comes off before tax. */
  untaxed?: number;
  weight?: number;
  length?: number;
  width?: number;
  height?: number;
  completedAt?: string;
  voidedAt?: string;
  voidedBy?: string;
};

/** A sale as the API returns it to staff. */
export type Sale = SaleSummary & {
  lines: SaleLine[];
  payments: Payment[];
  /** What is on account and still to be paid. */
  owed?: number | undefined;
  deal?: Deal | undefined;
};

/** What follows a tax's name if a trade-in came off before it, so that the sum can be checked. */
export function afterTradeIn({
  taxPercent,
  untaxed,
  taxExemptNumber,
}: Pick<Sale, "taxPercent" | "untaxed" | "taxExemptNumber">): string {
  return taxPercent > 0 && untaxed !== undefined && !taxExemptNumber ? " after the trade-in" : "";
}

/** `Check, 1044`; a later one with its day: `Check, 1044, Dec 24, 2026`. */
export function describePayment({ method, reference, isForAccount, takenOn }: Payment): string {
  const day = isForAccount && takenOn ? formatDay(`${takenOn}T00:00:00.000Z`) : undefined;
  return [PAYMENT_METHODS[method], reference, day].filter(Boolean).join(", ");
}

/** What was paid for a sale, in dollars: the cash handed over, and the change given. */
export function listGiven(payments: readonly Payment[]): [label: string, amount: number][] {
  return payments.flatMap((payment): [string, number][] => [
    [describePayment(payment), payment.tendered ?? payment.amount],
    ...(payment.change > 0 ? [["Change", payment.change] as [string, number]] : []),
  ]);
}
