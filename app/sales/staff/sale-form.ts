import type { GIVEN_METHODS, SaleLineKind } from "~/sales/sale";

/** A line as the form has it: a form may have 100 fields, so what a line is for takes only one. */
export type SaleLineValues = {
  kind: SaleLineKind | "";
  /** A stock number, or else a description. */
  item: string;
  quantity: string;
  /** Of a discount, dollars or `10%`. */
  price: string;
  /** `yes`, `no`, or empty for the default. */
  isTaxed: string;
};

export type SalePaymentValues = {
  method: keyof typeof GIVEN_METHODS | "";
  amount: string;
  reference: string;
};

/** The form of a draft. */
export type SaleFormValues = Record<(typeof HEAD_FIELDS)[number], string> & {
  lines: SaleLineValues[];
  payments: SalePaymentValues[];
};

export const HEAD_FIELDS = [
  ...(["customerId", "customerName", "customerPhone", "customerEmail", "customerAddress"] as const),
  ...(["taxExemptNumber", "partRequestId", "repairRequestId", "creditNoteId"] as const),
  ...(["delivery", "shipTo", "carrier", "tracking"] as const),
  ...(["weight", "length", "width", "height", "taxPlace", "notes"] as const),
] as const;
export const LINE_FIELDS = ["kind", "item", "quantity", "price", "isTaxed"] as const;
export const PAYMENT_FIELDS = ["method", "amount", "reference"] as const;

/** The most lines and payments of the form; the API takes more. */
export const FORM_LINES = 12;
export const FORM_PAYMENTS = 3;

export const EMPTY_LINE: SaleLineValues = { kind: "part", item: "", quantity: "1", price: "", isTaxed: "" };
export const EMPTY_PAYMENT: SalePaymentValues = { method: "", amount: "", reference: "" };

/** The query of a draft's page after Complete: it says what the draft lacks, or that its total changed with a tax rate. */
export const CHECK = "check=1";
export const CHECK_NEW_RATE = "check=rate";
/** With either: a core charge was added. */
export const CHECK_NEW_CORE = "core=1";
/** With either: there is something to know that the form hadn't shown. */
export const CHECK_WARNINGS = "warnings=1";
/** The key of a form that is sent twice, and the version that a draft's form was opened with. */
export const SALE_KEY = "key";
export const SALE_VERSION = "version";
/** The ids of parts whose core charges a new sale's form started with: one that is removed there stays removed. */
export const CORES_OFFERED = "coresOffered";
/** What the form has said about its sale, one sentence per line: Complete waits until it has said everything. */
export const TOLD = "told";
/** What is searched for: a part, a customer. */
export const FIND_PART = "find";
export const FIND_CUSTOMER = "who";

/** The note about the customer that a request was matched to: a sale is theirs only once staff have chosen them. */
export const MATCHED =
  "The number or email on the request is this customer's. Choose them if it's them: the sale then uses their prices, and the code on its receipt opens all their receipts.";
