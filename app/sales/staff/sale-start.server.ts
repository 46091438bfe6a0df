import { findCustomerRow } from "~/customers/customer.server";
import type { Row } from "~/db/schema";
import { findHeldPart } from "~/requests/held-part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { findQuotedPart } from "~/sales/quoted-part.server";
import { isTaxedKind, priceFor, SALE_LINE_LABELS, taxChoice } from "~/sales/sale";
import type { Sale } from "~/sales/sales";
import { findPart, findVehicle } from "~/sales/stock.server";
import { taxRules } from "~/sales/tax.server";
import { isValidId } from "~/values/id";
import { formatExactPrice, formatTypedPrice } from "~/values/money";
import { startWithEstimate } from "./estimate-start.server";
import { startWithReturned } from "./exchange-start.server";
import {
  EMPTY_LINE,
  EMPTY_PAYMENT,
  FORM_LINES,
  HEAD_FIELDS,
  type SaleFormValues,
  type SaleLineValues,
} from "./sale-form";

/* What a sale's form starts with. */

const EMPTY: Omit<SaleFormValues, "lines" | "payments"> = {
  ...(Object.fromEntries(HEAD_FIELDS.map((name) => [name, ""])) as Record<
    (typeof HEAD_FIELDS)[number],
    string
  >),
  delivery: "pickup",
};

interface StartedSale {
  values: SaleFormValues;
  coresOffered: string;
  /** The name of the estimate that it was started from. */
  estimate: string | undefined;
  /** The lines that don't fit in the form. */
  leftOut: string[];
  /** The customer that its request was matched to. */
  matchedId: string | undefined;
  /** The parts on the shelf that it was started with. */
  parts: Row<"parts">[];
}

/** What a new sale's form starts with, by what its address names. */
export async function startValues(params: URLSearchParams, now: Date): Promise<StartedSale> {
  const rules = taxRules();
  const estimate = await startWithEstimate(params.get("repair"), rules);
  const head = {
    ...EMPTY,
    taxPlace: estimate?.taxPlace ?? rules.rates[0]?.place ?? "",
    notes: estimate?.name ?? "",
  };
  const lines: SaleLineValues[] = [];
  const parts: Row<"parts">[] = [];
  const withCores: Row<"parts">[] = [];
  const coresPaid: string[] = [];
  const addLine = (line: SaleLineValues, part?: Row<"parts">, isCorePaid = false) => {
    lines.push(line);
    if (part) parts.push(part);
    if (part && isCorePaid) coresPaid.push(part.id);
    if (!part?.coreChargeCents || isCorePaid) return;
    const price = formatTypedPrice(part.coreChargeCents);
    lines.push({ ...EMPTY_LINE, kind: "core", item: part.stockNumber, price });
    withCores.push(part);
  };
  const request = params.get("request");
  const asked = isValidId(request ?? undefined) ? await findRequest(PART_REQUESTS, request ?? "") : undefined;
  const customer = await findCustomerRow(params.get("customer") ?? "");
  const asker = asked ?? estimate?.request;
  if (customer) head.customerId = customer.id;
  else if (asker) {
    head.customerName = asker.customerInfo.name;
    head.customerPhone = asker.customerInfo.phone ?? "";
    head.customerEmail = asker.customerInfo.email ?? "";
    head.customerAddress = estimate?.address ?? "";
  }
  if (customer?.taxExemptNumber) head.taxExemptNumber = customer.taxExemptNumber;
  if (asked) head.partRequestId = asked._id;
  if (estimate) head.repairRequestId = estimate.request._id;
  const held = asked && (await findHeldPart(asked._id, now));
  const quoted = await findQuotedPart(asked?._id);
  const quotedPrice = quoted?.price.toFixed(2) ?? "";
  if (quoted && !held) addLine({ ...EMPTY_LINE, item: quoted.description, price: quotedPrice });
  for (const { line, part } of estimate?.lines ?? []) addLine(line, part);
  const ids = [...(held ? [held._id] : []), ...params.getAll("part").slice(0, FORM_LINES)];
  for (const id of ids) {
    const part = await findPart(id);
    if (!part) continue;
    const usual =
      part.priceCents === null ? "" : formatTypedPrice(priceFor(part.priceCents, customer?.wholesalePercent));
    const price = id === held?._id ? quotedPrice : usual;
    addLine({ ...EMPTY_LINE, kind: "part", item: part.stockNumber, price }, part);
  }
  const again = await startWithReturned(params.get("exchange") ?? "", customer?.wholesalePercent);
  if (again.partRequestId) head.partRequestId = again.partRequestId;
  for (const { line, part, isCorePaid } of again.lines) addLine(line, part, isCorePaid);
  const vehicle = params.get("vehicle") ? await findVehicle(params.get("vehicle") ?? "") : undefined;
  if (vehicle)
    addLine({
      ...EMPTY_LINE,
      kind: "vehicle",
      item: vehicle.stockNumber,
      price: formatTypedPrice(vehicle.priceCents),
    });
  const shown = lines.slice(0, FORM_LINES);
  const isShown = ({ stockNumber }: Row<"parts">) =>
    shown.some(({ kind, item }) => kind === "core" && item === stockNumber);
  return {
    values: { ...head, lines: shown.length > 0 ? shown : [EMPTY_LINE], payments: [EMPTY_PAYMENT] },
    // One that doesn't fit in the form is added when it is stored.
    coresOffered: [...withCores.filter(isShown).map(({ id }) => id), ...coresPaid].join(" "),
    estimate: estimate?.name,
    leftOut: lines.slice(FORM_LINES).map(lineInWords),
    matchedId: asker?.customerId,
    parts,
  };
}

/** `Labor: Front brakes, 1.5 at $120.00` */
function lineInWords({ kind, item, quantity, price }: SaleLineValues): string {
  return `${kind ? `${SALE_LINE_LABELS[kind]}: ` : ""}${item}, ${quantity} at ${formatExactPrice(Number(price))}`;
}

/** A draft as its form shows it. */
export function toValues(sale: Sale): SaleFormValues {
  const rules = taxRules();
  const number = (value: number | undefined) => (value === undefined ? "" : String(value));
  // A payment already taken is no longer just typed.
  const typed = sale.payments.flatMap(({ method, tendered, reference, takenAt }) =>
    method === "trade" || takenAt !== undefined
      ? []
      : [{ method, amount: tendered?.toFixed(2) ?? "", reference: reference ?? "" }],
  );
  const lines = sale.lines.map(
    ({ kind, partId, vehicleId, stockNumber, description, ...line }): SaleLineValues => {
      const price = line.percent === undefined ? line.price?.toFixed(2) : `${line.percent}%`;
      return {
        kind,
        item: (partId ?? vehicleId) === undefined ? description : (stockNumber ?? description),
        quantity: String(line.quantity),
        price: price ?? "",
        isTaxed: taxChoice(line.isTaxed, isTaxedKind(kind, rules)),
      };
    },
  );
  return {
    ...EMPTY,
    ...Object.fromEntries(
      HEAD_FIELDS.map((name) => [name, number((sale as unknown as Record<string, never>)[name])]),
    ),
    lines: lines.length > 0 ? lines : [EMPTY_LINE],
    payments: typed.length > 0 ? typed : [EMPTY_PAYMENT],
  };
}
