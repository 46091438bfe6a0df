import { business } from "~/business/business.server";
import { postalAddress } from "~/business/links";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { MAX_LIMIT } from "~/lists/window";
import { isTaxedKind } from "~/sales/sale";
import { taxRules } from "~/sales/tax.server";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { nextVersion } from "~/values/version";
import {
  addUp,
  ESTIMATE_STATES,
  type EstimateContent,
  type EstimateFigures,
  type EstimateLine,
  type EstimatePaper,
  type EstimateRecord,
  type EstimateState,
  REPAIR_RECORD_YEARS,
} from "./estimate";
import type { ApprovalFields, EstimateFields } from "./estimate-schema";
import { vehicleName } from "./fields";
import { toRequestRecord } from "./history.server";
import { findRequestRow, toRequest } from "./record.server";
import { REPAIR_REQUESTS, type RepairRequest } from "./repair-requests";
import type { RequestRow } from "./request";
import { answeredAt, writeColumns } from "./work.server";

/*
 * The estimates of repair requests. A request has one draft at most; sent, it is a version that never changes, and a change is the next
 * one (docs/decisions/estimates.md).
 */

/** A version of a request's estimate. */
export interface Estimate {
  /** 1 for the first. */
  number: number;
  content: EstimateContent;
  figures: EstimateFigures;
  state: EstimateState;
  /** Its version while it is a draft. */
  updatedAt: string;
  updatedBy: string;
  sentAt: string | undefined;
  sentBy: string | undefined;
  approval: { at: string; name: string; wantsOldParts: boolean } | undefined;
}

/** Every version of a request's estimate, the newest first. */
export async function listEstimates(requestId: string): Promise<Estimate[]> {
  return (await listEstimatesOf([requestId])).get(requestId) ?? [];
}

/** The same of several requests, by their ids. */
export async function listEstimatesOf(requestIds: readonly string[]): Promise<Map<string, Estimate[]>> {
  const rows: Row<"estimates">[] = [];
  // In batches, because SQLite limits the number of ids in one query.
  for (let start = 0; start < requestIds.length; start += MAX_LIMIT)
    rows.push(...(await listRows(requestIds.slice(start, start + MAX_LIMIT))));
  const ofRequests = new Map<string, Row<"estimates">[]>();
  for (const row of rows) ofRequests.set(row.requestId, [...(ofRequests.get(row.requestId) ?? []), row]);
  return new Map([...ofRequests].map(([id, ofRequest]) => [id, toEstimates(ofRequest)]));
}

/** The estimates of all requests by their ids, to be read in batches. @param after the last id of the batch before */
export async function listEstimatesAfter(after: string, limit: number) {
  const rows = await db
    .selectFrom("estimates")
    .select(["id", "requestId", "number"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const estimates = await listEstimatesOf([...new Set(rows.map(({ requestId }) => requestId))]);
  return rows.flatMap(({ id, requestId, number }) =>
    (estimates.get(requestId) ?? [])
      .filter((estimate) => estimate.number === number)
      .map((estimate) => ({ id, requestId, estimate })),
  );
}

/** The version that the customer can approve or has approved: the last one sent. */
export function currentEstimate(estimates: readonly Estimate[]): Estimate | undefined {
  return estimates.find(({ sentAt }) => sentAt !== undefined);
}

/** The outcome of a change. `changed`: someone else has changed or sent the draft since the form was opened. */
export type EstimateWritten =
  | { outcome: "done"; number: number }
  | { outcome: "changed" | "not-found"; number?: undefined };

interface DraftOptions {
  /** The `updatedAt` of the draft that the form was opened with; null if there was none. */
  expectedVersion: string | null;
}

/** Whether a line is taxed by default: as a sale taxes labor and goods, if there is a rate. */
export function isUsuallyTaxed({ kind }: Pick<EstimateLine, "kind">, taxRate: number): boolean {
  return taxRate > 0 && isTaxedKind(kind === "labor" ? "labor" : "other", taxRules());
}

/** Stores the draft of a request's estimate, and sends it if asked to: from then on the customer sees it, and it never changes. */
export function saveEstimate(
  requestId: string,
  { lines: typed, taxRate, ...facts }: EstimateFields,
  { expectedVersion, isSent }: DraftOptions & { isSent: boolean },
): Promise<EstimateWritten> {
  return transaction(async (): Promise<EstimateWritten> => {
    const request = await findOpenRow(requestId);
    if (!request) return { outcome: "not-found" };
    const rows = await listRows([requestId]);
    const [last] = rows;
    const draft = last?.sentAt === null ? last : undefined;
    const lines = typed.map((line) => ({ ...line, isTaxed: line.isTaxed ?? isUsuallyTaxed(line, taxRate) }));
    const content: EstimateContent = {
      ...{ lines, taxRate, ...facts },
      paper: isSent ? paperOf(toRequest(REPAIR_REQUESTS, request)) : undefined,
    };
    const text = JSON.stringify(content);
    // A form that is posted twice finds its own change.
    const isRepeated = last?.content === text && (last.sentAt !== null) === isSent;
    if (isRepeated && expectedVersion !== last.updatedAt) return { outcome: "done", number: last.number };
    if ((draft?.updatedAt ?? null) !== expectedVersion) return { outcome: "changed" };
    const number = draft?.number ?? (last?.number ?? 0) + 1;
    const updatedAt = nextVersion(now(), last?.updatedAt ?? request.updatedAt);
    const columns = {
      content: text,
      updatedAt,
      updatedBy: author(),
      ...(isSent ? { sentAt: updatedAt, sentBy: author() } : {}),
    };
    if (draft) await db.updateTable("estimates").set(columns).where("id", "=", draft.id).execute();
    else
      await db
        .insertInto("estimates")
        .values({ ...{ id: newId(now()), requestId, number, createdAt: updatedAt }, ...columns })
        .execute();
    await writeColumns(REPAIR_REQUESTS, request, isSent ? answeredAt() : {});
    await recordEstimate(request, draft, { number, content: text, sentAt: isSent ? updatedAt : null });
    return { outcome: "done", number };
  });
}

/** Discards the draft of a request's estimate. */
export function discardDraft(requestId: string, { expectedVersion }: DraftOptions): Promise<EstimateWritten> {
  return transaction(async (): Promise<EstimateWritten> => {
    const request = await findOpenRow(requestId);
    if (!request) return { outcome: "not-found" };
    const [last] = await listRows([requestId]);
    if (!last || last.sentAt !== null) return { outcome: "done", number: 0 };
    if (last.updatedAt !== expectedVersion) return { outcome: "changed" };
    await db.deleteFrom("estimates").where("id", "=", last.id).execute();
    await writeColumns(REPAIR_REQUESTS, request, {});
    await recordEstimate(request, last, undefined);
    return { outcome: "done", number: last.number };
  });
}

/**
 * Stores that the customer approves the last version sent. In a transaction that has locked the request's row.
 * @param how how staff got it; undefined if the customer typed it
 * @returns what the request stores about it, with the text to note; `again` if it was approved before; `replaced` if a newer version was
 * sent
 */
export async function storeApproval(
  request: Pick<RequestRow, "id" | "updatedAt">,
  number: number,
  { name, oldParts }: ApprovalFields,
  how?: string,
): Promise<"again" | "replaced" | "not-found" | { note: string; keptUntil: string }> {
  const sent = (await listRows([request.id])).filter(({ sentAt }) => sentAt !== null);
  const [current] = sent;
  if (!current || !sent.some((row) => row.number === number)) return "not-found";
  if (current.number !== number) return "replaced";
  if (current.approvedAt !== null) return "again";
  const approval = {
    ...{ approvedAt: now().toISOString(), approvedBy: name, approvedHow: how ?? null },
    wantsOldParts: oldParts ? 1 : 0,
  };
  await db.updateTable("estimates").set(approval).where("id", "=", current.id).execute();
  await recordEstimate(request, current, { ...current, ...approval });
  const total = formatExactPrice(addUp(JSON.parse(current.content)).total / 100);
  const keptUntil = new Date(now());
  keptUntil.setUTCFullYear(keptUntil.getUTCFullYear() + REPAIR_RECORD_YEARS);
  return {
    note: [
      how === undefined
        ? `Approved estimate ${number}, ${total}, as ${name}.`
        : `${name} approved estimate ${number}, ${total}, ${how}.`,
      ...(oldParts ? ["Wants the replaced parts back."] : []),
    ].join(" "),
    keptUntil: keptUntil.toISOString(),
  };
}

/** The estimate as the API returns it. */
export function toEstimateRecord(estimate: Estimate): EstimateRecord {
  const { number, state, content, figures, updatedAt, sentAt, sentBy, approval } = estimate;
  const { lines, taxRate, paper: _paper, ...facts } = content;
  const { amounts, labor, parts, fees, tax, total } = figures;
  return {
    ...{ version: number, state },
    lines: lines.map(({ quantity, priceCents, ...line }, index) => ({
      ...line,
      quantity: quantity / 100,
      price: priceCents / 100,
      amount: (amounts[index] ?? 0) / 100,
    })),
    taxPercent: taxRate / 1000,
    ...{ labor: labor / 100, parts: parts / 100, fees: fees / 100, tax: tax / 100, total: total / 100 },
    ...facts,
    ...{ updatedAt, sentAt, sentBy },
    ...(approval
      ? { approvedAt: approval.at, approvedBy: approval.name, wantsOldParts: approval.wantsOldParts }
      : {}),
  };
}

/** What the paper of an estimate says besides its lines, today. */
export function paperOf(request: RepairRequest): EstimatePaper {
  const { customerInfo, vehicleInfo } = request;
  const { registration, words } = business.repairEstimate;
  return {
    shop: [business.name, postalAddress(business), business.phone, ...(registration ? [registration] : [])],
    customer: [
      customerInfo.name,
      addressOf(request),
      customerInfo.phone ?? "",
      customerInfo.email ?? "",
    ].filter(Boolean),
    vehicle: vehicleName(vehicleInfo),
    words,
  };
}

/** The customer's address in one line; empty if it's not known. */
export function addressOf({ customerInfo }: RepairRequest): string {
  const { address } = REPAIR_REQUESTS.fields.customerInfo.fields;
  return address.format?.(customerInfo.address as never) ?? "";
}

async function findOpenRow(requestId: string): Promise<RequestRow | undefined> {
  const row = await findRequestRow(REPAIR_REQUESTS, requestId);
  return row?.deletedAt === null ? row : undefined;
}

function listRows(requestIds: readonly string[]): Promise<Row<"estimates">[]> {
  return db
    .selectFrom("estimates")
    .selectAll()
    .where("requestId", "in", requestIds)
    .orderBy("number", "desc")
    .execute();
}

/** @param rows of one request, the newest first */
function toEstimates(rows: readonly Row<"estimates">[]): Estimate[] {
  const current = rows.find(({ sentAt }) => sentAt !== null)?.number;
  return rows.map((row) => {
    const content: EstimateContent = JSON.parse(row.content);
    const { number, updatedAt, updatedBy, sentAt, sentBy, approvedAt, approvedBy, approvedHow } = row;
    return {
      ...{ number, content, updatedAt, updatedBy },
      figures: addUp(content),
      state: stateOf(row, current),
      sentAt: sentAt ?? undefined,
      sentBy: sentBy ?? undefined,
      approval:
        approvedAt === null
          ? undefined
          : {
              at: approvedAt,
              name: [approvedBy, approvedHow].filter(Boolean).join(", "),
              wantsOldParts: row.wantsOldParts === 1,
            },
    };
  });
}

function stateOf(
  { number, sentAt, approvedAt }: Pick<Row<"estimates">, "number" | "sentAt" | "approvedAt">,
  current: number | undefined,
): EstimateState {
  if (sentAt === null) return "draft";
  if (number !== current) return "replaced";
  return approvedAt === null ? "sent" : "approved";
}

type RecordedRow = Pick<Row<"estimates">, "number" | "content" | "sentAt"> &
  Partial<Pick<Row<"estimates">, "approvedAt" | "approvedBy">>;

/** Adds what was done to an estimate to its request's history. */
async function recordEstimate(
  request: Pick<RequestRow, "id">,
  before: RecordedRow | undefined,
  after: RecordedRow | undefined,
): Promise<void> {
  await recordChange({
    record: toRequestRecord(REPAIR_REQUESTS, request),
    action: "changed",
    before: before ? { estimate: inHistory(before) } : {},
    after: after ? { estimate: inHistory(after) } : {},
  });
}

/** `Estimate 2, draft, 3 lines, $412.50` */
function inHistory({ number, content, sentAt, approvedAt, approvedBy }: RecordedRow): string {
  const { lines, taxRate }: EstimateContent = JSON.parse(content);
  const state = sentAt === null ? "draft" : approvedAt ? "approved" : "sent";
  return [
    `Estimate ${number}`,
    `${ESTIMATE_STATES[state].label.toLowerCase()}${approvedAt ? ` by ${approvedBy}` : ""}`,
    `${lines.length} ${lines.length === 1 ? "line" : "lines"}`,
    formatExactPrice(addUp({ lines, taxRate }).total / 100),
  ].join(", ");
}

/** Who signs; empty for someone without an account. */
function author(): string {
  return actor().username ?? "";
}
