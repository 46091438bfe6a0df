import { sql } from "kysely";
import { business } from "~/business/business.server";
import { actAs, CUSTOMER, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { storeOnce } from "~/http/idempotency.server";
import { partPath, partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { dayInTimeZone, formatDateTime, formatDay } from "~/values/format";
import { formatReference, type ReferencePrefix } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { nextVersion } from "~/values/version";
import { CUSTOMER_AUTHOR, MAX_CUSTOMER_NOTES, WITHDRAWN_NOTE } from "./customer";
import { readCustomerKey } from "./customer-link.server";
import {
  describePartRequest,
  describeRepairRequest,
  describeVehicleInquiry,
  type RequestDescription,
  type SentFact,
} from "./description";
import { findHeldPart, releaseHeldParts } from "./held-part.server";
import { recordRequestChange } from "./history.server";
import { INQUIRY_STATUS_LABELS, INQUIRY_STATUS_SENTENCES } from "./inquiry";
import { VEHICLE_INQUIRIES } from "./inquiry.server";
import type { VehicleInquiry } from "./inquiry-schema";
import { type CustomerNews, queueCustomerNewsMail } from "./mail.server";
import type { RequestNote } from "./note";
import { PART_REQUEST_STATUS_LABELS, PART_REQUEST_STATUS_SENTENCES } from "./part";
import { PART_REQUESTS } from "./part.server";
import type { PartRequest } from "./part-schema";
import { findRequest, type RequestKind, type RequestRow } from "./record.server";
import { REPAIR_REQUEST_STATUS_LABELS, REPAIR_REQUEST_STATUS_SENTENCES } from "./repair";
import { REPAIR_REQUESTS } from "./repair.server";
import type { RepairRequest } from "./repair-schema";

/*
 * A request as its customer sees it, who has the private link and no account, and what they can do: add a message, withdraw.
 */

/** What the page needs of a request of any kind. */
interface CustomerRequest {
  _id: string;
  createdAt: string;
  status: string;
  notes: RequestNote[];
  answerDueAt?: string | undefined;
  firstAnsweredAt?: string | undefined;
  spamAt?: string | undefined;
  quote?: PartRequest["quote"];
}

/** How customers see one kind of request. */
interface CustomerKind<Request extends CustomerRequest> {
  kind: RequestKind<Request>;
  describe(request: Request): RequestDescription;
  /** What each status means to them. */
  sentences: Record<string, string>;
  /** The status of a request that was withdrawn, and its label. */
  withdrawn: string;
  withdrawnLabel: string;
}

const CUSTOMER_KINDS: Record<ReferencePrefix, CustomerKind<CustomerRequest>> = {
  PR: {
    kind: PART_REQUESTS,
    describe: describePartRequest,
    sentences: PART_REQUEST_STATUS_SENTENCES,
    withdrawn: "cancelled",
    withdrawnLabel: PART_REQUEST_STATUS_LABELS.cancelled,
  } satisfies CustomerKind<PartRequest> as CustomerKind<CustomerRequest>,
  RR: {
    kind: REPAIR_REQUESTS,
    describe: describeRepairRequest,
    sentences: REPAIR_REQUEST_STATUS_SENTENCES,
    withdrawn: "cancelled",
    withdrawnLabel: REPAIR_REQUEST_STATUS_LABELS.cancelled,
  } satisfies CustomerKind<RepairRequest> as CustomerKind<CustomerRequest>,
  VI: {
    kind: VEHICLE_INQUIRIES,
    describe: describeVehicleInquiry,
    sentences: INQUIRY_STATUS_SENTENCES,
    withdrawn: "closed",
    withdrawnLabel: INQUIRY_STATUS_LABELS.closed,
  } satisfies CustomerKind<VehicleInquiry> as CustomerKind<CustomerRequest>,
};

/** A request as its customer reads it: what they sent, and what it has come to; nothing that staff noted. */
export interface CustomerView {
  reference: string;
  /** `part request` */
  name: string;
  sentAt: string;
  /** What its status means. */
  state: string;
  isWithdrawn: boolean;
  /** When its first answer is due; undefined once it has one. */
  due: { at: string; isOverdue: boolean } | undefined;
  quote: CustomerQuote | undefined;
  /** The part on the shelf that is held for them. */
  part: CustomerPart | undefined;
  facts: [label: string, text: string][];
  messages: { content: string; writtenAt: string }[];
  canWrite: boolean;
  /** True if they have written as many messages as a request can have. */
  isFull: boolean;
  canWithdraw: boolean;
}

export interface CustomerPart {
  /** `2003 Honda Accord Radiator, stock number D-77-1` */
  name: string;
  path: string;
  /** `Nov 24, 2026, 3:05 PM` */
  heldUntil: string;
}

export interface CustomerQuote {
  /** `$120.00` */
  price: string;
  warranty: string | undefined;
  /** The last day on which the price holds: `Dec 5, 2026`. */
  validUntil: string | undefined;
  isExpired: boolean;
}

/** The request that a link's key opens; undefined if the key is no good, or the request is deleted. */
export async function findCustomerRequest(key: string, now: Date): Promise<CustomerView | undefined> {
  const opened = openLink(key, now);
  const request = opened && (await findRequest(opened.kind.kind, opened.id));
  if (!request) return undefined;
  const part = request.quote && (await findHeldPart(opened.id, now));
  return toCustomerView(opened.kind, request, { part, now });
}

/**
 * The outcome of what a customer did. `finished`: the request's status does not allow it any more. `full`: they have written as
 * many messages as a request can have. `not-found`: the key is no good, or the request is deleted.
 */
export type CustomerOutcome = "done" | "finished" | "full" | "not-found";

/**
 * Adds a customer's message to their request once, however often its form is sent, and the mail to staff about it. It is no
 * answer, so the request goes on waiting for one.
 * @param options.formKey the form's idempotency key
 */
export async function addCustomerNote(
  key: string,
  content: string,
  { formKey, now }: { formKey: string; now: Date },
): Promise<CustomerOutcome> {
  const opened = openLink(key, now);
  if (!opened) return "not-found";
  const { kind, id } = opened;
  const said = [kind.kind.prefix, id, formKey, content];
  return actAs(CUSTOMER, now, () =>
    storeOnce("customerNote", said, now, async (): Promise<CustomerOutcome> => {
      const row = await lockRow(kind, id);
      if (!row) return "not-found";
      if (row.status === kind.withdrawn) return "finished";
      if (notesOfCustomer(JSON.parse(row.notes)).length >= MAX_CUSTOMER_NOTES) return "full";
      await appendNote(kind, row, content);
      await tellStaff(kind, row, { message: content });
      return "done";
    }),
  );
}

/**
 * Withdraws a customer's request, and queues the mail to staff about it. Its status leaves pending, so it waits for no answer.
 * Withdrawing it again does nothing.
 */
export async function withdrawRequest(key: string, now: Date): Promise<CustomerOutcome> {
  const opened = openLink(key, now);
  if (!opened) return "not-found";
  const { kind, id } = opened;
  return actAs(CUSTOMER, now, () =>
    transaction(async (): Promise<CustomerOutcome> => {
      const row = await lockRow(kind, id);
      if (!row) return "not-found";
      if (isWithdrawn(kind, kind.kind.toRecord(row))) return "done";
      if (kind.kind.finished.includes(row.status)) return "finished";
      const firstAnsweredAt = row.firstAnsweredAt ?? now.toISOString();
      await appendNote(kind, row, WITHDRAWN_NOTE, { status: kind.withdrawn, firstAnsweredAt });
      await tellStaff(kind, row, { withdrawnAs: kind.withdrawnLabel });
      return "done";
    }),
  );
}

function openLink(key: string, now: Date) {
  const linked = readCustomerKey(key, now);
  const kind = linked && CUSTOMER_KINDS[linked.prefix];
  return kind && { kind, id: linked.id };
}

function toCustomerView(
  kind: CustomerKind<CustomerRequest>,
  request: CustomerRequest,
  { part, now }: { part: Part | undefined; now: Date },
): CustomerView {
  const { _id, createdAt, status, notes, answerDueAt, firstAnsweredAt } = request;
  const { prefix, name, email, asked, sender } = kind.describe(request);
  const messages = notesOfCustomer(notes);
  const isOpen = !kind.kind.finished.includes(status);
  const isFull = messages.length >= MAX_CUSTOMER_NOTES;
  return {
    reference: formatReference(prefix, _id),
    name,
    sentAt: formatTime(createdAt),
    state: kind.sentences[status] ?? "",
    isWithdrawn: isWithdrawn(kind, request),
    due:
      isOpen && answerDueAt && !firstAnsweredAt
        ? { at: formatTime(answerDueAt), isOverdue: answerDueAt <= now.toISOString() }
        : undefined,
    quote: status === kind.withdrawn ? undefined : toCustomerQuote(request, isOpen, now),
    part: part && toCustomerPart(part),
    facts: [...asked, ...sender, ["Email", email] satisfies SentFact].flatMap(
      ([label, text]): CustomerView["facts"] => (text ? [[label, text]] : []),
    ),
    messages: messages.map(({ content, timestamp }) => ({
      content: content === WITHDRAWN_NOTE ? "You withdrew this request." : content,
      writtenAt: formatTime(timestamp),
    })),
    canWrite: status !== kind.withdrawn && !isFull,
    isFull: status !== kind.withdrawn && isFull,
    canWithdraw: isOpen,
  };
}

/** A price that has been paid does not expire. */
function toCustomerQuote({ quote }: CustomerRequest, isOpen: boolean, now: Date): CustomerQuote | undefined {
  if (!quote) return undefined;
  const { price, warranty, validUntil } = quote;
  return {
    price: formatExactPrice(price),
    warranty,
    validUntil: validUntil && formatDay(`${validUntil}T00:00:00.000Z`),
    isExpired: isOpen && validUntil !== undefined && validUntil < dayInTimeZone(business.timeZone, now),
  };
}

function toCustomerPart(part: Part): CustomerPart {
  return {
    name: `${partTitle(part)}, stock number ${part.stockNumber}`,
    path: partPath(part),
    heldUntil: formatTime(part.heldUntil ?? ""),
  };
}

/** True if the customer ended it, and not staff. */
function isWithdrawn({ withdrawn }: CustomerKind<CustomerRequest>, request: CustomerRequest): boolean {
  return request.status === withdrawn && notesOfCustomer(request.notes).at(-1)?.content === WITHDRAWN_NOTE;
}

function notesOfCustomer(notes: readonly RequestNote[]): RequestNote[] {
  return notes.filter(({ from }) => from === "customer");
}

/** The request's row. Written first, so that nobody else can write between this and the rest of the transaction. */
async function lockRow(
  { kind: { table } }: CustomerKind<CustomerRequest>,
  id: string,
): Promise<RequestRow | undefined> {
  const row = await db
    .updateTable(table)
    .set({ notes: sql<string>`notes` })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row as RequestRow | undefined;
}

async function appendNote(
  { kind }: CustomerKind<CustomerRequest>,
  before: RequestRow,
  content: string,
  columns: { status?: string; firstAnsweredAt?: string } = {},
): Promise<void> {
  const timestamp = nextVersion(now(), before.updatedAt);
  const note: RequestNote = { author: CUSTOMER_AUTHOR, timestamp, content, from: "customer" };
  const after = (await db
    .updateTable(kind.table)
    .set({
      ...columns,
      notes: JSON.stringify([...(JSON.parse(before.notes) as RequestNote[]), note]),
      updatedAt: timestamp,
      updatedBy: CUSTOMER_AUTHOR,
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as RequestRow;
  await recordRequestChange(kind, { before, after });
  await releaseHeldParts(kind, { before, after });
}

/** Not about spam, which would fill the mailbox. */
async function tellStaff(
  { kind, describe }: CustomerKind<CustomerRequest>,
  row: RequestRow,
  news: CustomerNews,
): Promise<void> {
  if (row.spamAt === null) await queueCustomerNewsMail(describe(kind.toRecord(row)), news);
}

function formatTime(timestamp: string): string {
  return formatDateTime(timestamp, business.timeZone) || timestamp;
}
