import { business } from "~/business/business.server";
import { formatHundredths, formatTaxRate } from "~/values/decimal";
import { formatDateTime } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import {
  ESTIMATE_STATES,
  type EstimateContent,
  type EstimatePaper,
  type EstimateState,
  LINE_KINDS,
} from "./estimate";
import { type Estimate, paperOf } from "./estimate.server";
import { REPAIR_REQUESTS, type RepairRequest } from "./repair-requests";

/** An estimate as printed, for staff and for the customer. */
export interface EstimateView {
  reference: string;
  number: number;
  state: EstimateState;
  /** `Sent` and its like, and since when and by whom. */
  label: string;
  lines: EstimateLineView[];
  /** `Labor`, `$120.00`; the last is the total. */
  sums: [label: string, text: string][];
  total: string;
  facts: [label: string, text: string][];
  complaint: string;
  paper: EstimatePaper;
  /** `Nov 21, 2026, 11:05 AM` */
  sentAt: string | undefined;
  sentBy: string | undefined;
  approval: { at: string; name: string; wantsOldParts: boolean } | undefined;
}

interface EstimateLineView {
  kind: string;
  description: string;
  /** `1.5 hours`, `2` */
  quantity: string;
  price: string;
  amount: string;
  isTaxed: boolean;
}

/** @param request whose name and car a draft shows; one that was sent has what they were then */
export function toEstimateView(estimate: Estimate, request: RepairRequest): EstimateView {
  const { number, state, content, figures, sentAt, sentBy, approval } = estimate;
  const { lines, complaint = "" } = content;
  const paper = content.paper ?? paperOf(request);
  return {
    reference: formatReference(REPAIR_REQUESTS.prefix, request._id),
    ...{ number, state, complaint, paper, sentBy },
    label: ESTIMATE_STATES[state].label,
    lines: lines.map(({ kind, description, quantity, priceCents, isTaxed }, index) => ({
      ...{ description, isTaxed },
      kind: LINE_KINDS[kind],
      quantity: kind === "labor" ? hours(quantity) : formatHundredths(quantity),
      price: formatCents(priceCents),
      amount: formatCents(figures.amounts[index] ?? 0),
    })),
    sums: sumsOf(content, figures),
    total: formatCents(figures.total),
    facts: (
      [
        ["Vehicle", paper.vehicle],
        ["License plate", content.plate],
        ["VIN", content.vin],
        ["Odometer", content.odometer],
      ] as const
    ).flatMap(([label, text]) => (text ? [[label, text] satisfies [string, string]] : [])),
    sentAt: sentAt && formatTime(sentAt),
    approval: approval && { ...approval, at: formatTime(approval.at) },
  };
}

function sumsOf({ taxRate }: EstimateContent, figures: Estimate["figures"]): EstimateView["sums"] {
  const { labor, parts, fees, tax, total } = figures;
  const sums: [string, number][] = [
    ["Labor", labor],
    ["Parts", parts],
    ["Fees", fees],
    [`Tax, ${formatTaxRate(taxRate)}`, tax],
  ];
  return [
    ...sums
      .filter(([, cents]) => cents > 0)
      .map(([label, cents]): [string, string] => [label, formatCents(cents)]),
    ["Total", formatCents(total)],
  ];
}

function hours(hundredths: number): string {
  return `${formatHundredths(hundredths)} ${hundredths === 100 ? "hour" : "hours"}`;
}

/** `$412.50` */
function formatCents(cents: number): string {
  return formatExactPrice(cents / 100);
}

function formatTime(time: string): string {
  return formatDateTime(time, business.timeZone);
}
