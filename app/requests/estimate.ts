import type { Rules } from "~/collections/field";
import { divideHalfUp } from "~/values/decimal";
import { keysOf } from "~/values/query-params";

/*
 * The estimate of a repair request. Money is in whole cents, hours and quantities in hundredths, and the tax rate in thousandths of a
 * percent (values/decimal.ts).
 */

/** What a line is for; a part says whether it is new. */
export const LINE_KINDS = {
  labor: "Labor",
  "new-part": "New part",
  "used-part": "Used part",
  "rebuilt-part": "Rebuilt part",
  fee: "Fee",
} as const;
export type LineKind = keyof typeof LINE_KINDS;
export const LINE_KIND_NAMES = keysOf(LINE_KINDS);

/** The most lines of an estimate. */
export const MAX_LINES = 60;

/** For how many years a shop keeps the record of a repair, and an estimate that was approved (15 NYCRR 82.5). */
export const REPAIR_RECORD_YEARS = 2;

export interface EstimateLine {
  kind: LineKind;
  description: string;
  /** Hours or pieces, in hundredths. */
  quantity: number;
  /** Of one hour or piece. */
  priceCents: number;
  isTaxed: boolean;
}

/** What an estimate says. */
export interface EstimateContent {
  lines: EstimateLine[];
  /** In thousandths of a percent: 8125 is 8.125%. */
  taxRate: number;
  complaint?: string | undefined;
  plate?: string | undefined;
  vin?: string | undefined;
  odometer?: string | undefined;
  /** What else its paper says, as it was when the estimate was sent. */
  paper?: EstimatePaper | undefined;
}

export interface EstimatePaper {
  /** Name, address, phone and registration of the shop. */
  shop: string[];
  /** Name and address, phone and email of the customer. */
  customer: string[];
  vehicle: string;
  /** What the customer has to know; from the business file. */
  words: string[];
}

/** The sums of an estimate, in cents. */
export interface EstimateFigures {
  /** Of each line, without tax. */
  amounts: number[];
  labor: number;
  parts: number;
  fees: number;
  tax: number;
  total: number;
}

/** Adds an estimate up. Each line's amount is rounded half up to a cent, and so is the tax of each taxed line. */
export function addUp({ lines, taxRate }: Pick<EstimateContent, "lines" | "taxRate">): EstimateFigures {
  const amounts = lines.map(({ quantity, priceCents }) => divideHalfUp(quantity * priceCents, 100));
  const sumOf = (isMeant: (kind: LineKind) => boolean) =>
    lines.reduce((sum, { kind }, index) => sum + (isMeant(kind) ? (amounts[index] ?? 0) : 0), 0);
  const [labor, parts, fees] = [
    sumOf((kind) => kind === "labor"),
    sumOf((kind) => kind.endsWith("-part")),
    sumOf((kind) => kind === "fee"),
  ];
  const tax = lines.reduce(
    (sum, { isTaxed }, index) => sum + (isTaxed ? divideHalfUp((amounts[index] ?? 0) * taxRate, 100_000) : 0),
    0,
  );
  return { amounts, labor, parts, fees, tax, total: labor + parts + fees + tax };
}

/** The state of a version of an estimate. */
export const ESTIMATE_STATES = {
  draft: { label: "Draft", tone: "gray" },
  sent: { label: "Sent", tone: "blue" },
  approved: { label: "Approved", tone: "green" },
  replaced: { label: "Replaced", tone: "yellow" },
} as const;
export type EstimateState = keyof typeof ESTIMATE_STATES;

/** An estimate as the API returns it: money in dollars, hours and quantities in one, the tax rate in percent. */
export interface EstimateRecord {
  /** 1 for the first of its request. */
  version: number;
  state: EstimateState;
  lines: {
    kind: LineKind;
    description: string;
    quantity: number;
    price: number;
    amount: number;
    isTaxed: boolean;
  }[];
  taxPercent: number;
  labor: number;
  parts: number;
  fees: number;
  tax: number;
  total: number;
  complaint?: string | undefined;
  plate?: string | undefined;
  vin?: string | undefined;
  odometer?: string | undefined;
  updatedAt: string;
  sentAt?: string | undefined;
  sentBy?: string | undefined;
  approvedAt?: string | undefined;
  approvedBy?: string | undefined;
  wantsOldParts?: boolean | undefined;
}

/** The schema of a request's estimates, the newest first. */
export function estimateRecords({ z }: Rules) {
  const text = z.string().optional();
  const time = z.iso.datetime();
  return z.array(
    z.object({
      version: z.number().int(),
      state: z.enum(Object.keys(ESTIMATE_STATES)),
      lines: z.array(
        z.object({
          kind: z.enum(LINE_KIND_NAMES),
          ...{ description: z.string(), quantity: z.number(), price: z.number(), amount: z.number() },
          isTaxed: z.boolean(),
        }),
      ),
      taxPercent: z.number(),
      ...{ labor: z.number(), parts: z.number(), fees: z.number(), tax: z.number(), total: z.number() },
      ...{ complaint: text, plate: text, vin: text, odometer: text },
      ...{ updatedAt: time, sentAt: time.optional(), sentBy: text },
      ...{ approvedAt: time.optional(), approvedBy: text, wantsOldParts: z.boolean().optional() },
    }),
  );
}
