import { sql } from "kysely";
import { business } from "~/business/business.server";
import { actAs, CUSTOMER, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { storeOnce } from "~/http/idempotency.server";
import { partPath, partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { describeCoreCharge } from "~/parts/price";
import { dayInTimeZone, formatDateTime, formatDay } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { nextVersion } from "~/values/version";
import type { AppointmentTime } from "./appointment";
import { appointmentTime, type BookedRequest } from "./appointment.server";
import { CUSTOMER_AUTHOR, MAX_CUSTOMER_NOTES, WITHDRAWN_NOTE } from "./customer";
import { readCustomerKey } from "./customer-link.server";
import type { EstimateState } from "./estimate";
import { type Estimate, listEstimates, storeApproval } from "./estimate.server";
import type { ApprovalFields } from "./estimate-schema";
import { type EstimateView, toEstimateView } from "./estimate-view.server";
import { vehicleName } from "./fields";
import { findHeldPart, releaseHeldParts } from "./held-part.server";
import { recordRequestChange } from "./history.server";
import { requestsOf } from "./kinds";
import { type CustomerNews, queueCustomerNewsMail } from "./mail.server";
import type { RequestNote } from "./note";
import type { OfferState } from "./offer";
import { listOffers, type Offer, storeOfferAnswer } from "./offer.server";
import type { AnsweredOffer } from "./offer-schema";
import { whatToBring } from "./offered-car";
import { OFFERED_CARS } from "./offered-cars";
import { findRequest, findRequestRow, toRequest } from "./record.server";
import { REPAIR_REQUESTS } from "./repair-requests";
import { type AnyRequest, type RequestCollection, type RequestRow, toldFacts } from "./request";
import { describePromise } from "./work";

/*
 * A request as its customer sees it, who has the private link and no account, and what they can do: add a message, withdraw.
 */

/** A request as its customer reads it: what they sent, and its state; nothing that staff noted. */
export interface CustomerView {
  reference: string;
  /** `part request` */
  name: string;
  sentAt: string;
  /** What its status means, or that our estimate waits for their answer. */
  state: string;
  isWithdrawn: boolean;
  /** When its first answer is due; undefined once it has one. */
  due: { at: string; isOverdue: boolean } | undefined;
  quote: CustomerQuote | undefined;
  /** The part on the shelf that is held for them. */
  part: CustomerPart | undefined;
  /** The estimates that they can read, newest first, without those that were replaced before they were approved. */
  estimates: { number: number; state: EstimateState; total: string }[];
  /** Our last offer for their car. */
  offer: CustomerOffer | undefined;
  /** When we expect their car; undefined once the request is done. */
  appointment: AppointmentTime | undefined;
  facts: [label: string, text: string][];
  messages: { content: string; writtenAt: string }[];
  canWrite: boolean;
  /** True if they have written as many messages as a request can have. */
  isFull: boolean;
  canWithdraw: boolean;
  withdrawal: RequestCollection["withdrawal"];
}

/** Our offer for a car, as its customer sees it. */
export interface CustomerOffer {
  number: number;
  state: OfferState;
  /** `$450.00` */
  amount: string;
  /** `Dec 5, 2026` */
  goodUntil: string;
  /** `Ann Lee, Nov 24, 2026, 3:05 PM`; undefined until they have answered. */
  answered: string | undefined;
}

interface CustomerPart {
  /** `2003 Honda Accord Radiator, stock number D-77-1` */
  name: string;
  path: string;
  /** What it costs besides its price; undefined for nothing. */
  coreCharge: string | undefined;
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
  const row = opened && (await findRequestRow(opened.kind, opened.id));
  if (!row) return undefined;
  const request = toRequest(opened.kind, row);
  if (row.deletedAt !== null)
    // Not the one that it was folded into: anyone can send a request with someone else's number.
    return row.foldedInto === null ? undefined : toFoldedView(opened.kind, request, now);
  const [part, estimates, [offer]] = await Promise.all([
    request.quote && findHeldPart(opened.id, now),
    opened.kind.table === REPAIR_REQUESTS.table ? listEstimates(opened.id) : [],
    opened.kind.table === OFFERED_CARS.table ? listOffers(opened.id, now) : [],
  ]);
  return toCustomerView(opened.kind, request, { part, estimates, offer, now });
}

/** The repair request that a link's key opens, if it has an appointment to keep. */
export async function findBookedRequest(key: string, now: Date): Promise<BookedRequest | undefined> {
  const opened = openLink(key, now);
  if (opened?.kind.table !== REPAIR_REQUESTS.table) return undefined;
  const request = await findRequest(REPAIR_REQUESTS, opened.id);
  if (!request?.appointment || REPAIR_REQUESTS.finished.includes(request.status)) return undefined;
  return { ...request, appointment: request.appointment };
}

/** An estimate as its customer sees it. */
export interface CustomerEstimate {
  estimate: EstimateView;
  canApprove: boolean;
}

/**
 * The estimate that a link's key opens: the last one sent, unless another sent one is named.
 * @returns undefined if the key is no good, or nothing was sent
 */
export async function findCustomerEstimate(
  key: string,
  number: string | null,
  now: Date,
): Promise<CustomerEstimate | undefined> {
  const opened = openLink(key, now);
  if (opened?.kind.table !== REPAIR_REQUESTS.table) return undefined;
  const request = await findRequest(REPAIR_REQUESTS, opened.id);
  if (!request) return undefined;
  const sent = (await listEstimates(opened.id)).filter(({ state }) => state !== "draft");
  const estimate = number === null ? sent[0] : sent.find((one) => String(one.number) === number);
  if (!estimate) return undefined;
  const isOpen = !REPAIR_REQUESTS.finished.includes(request.status);
  return { estimate: toEstimateView(estimate, request), canApprove: isOpen && estimate.state === "sent" };
}

/**
 * Approves the last estimate sent, with the name that the customer typed, and queues the mail to staff about it. Approving it again does
 * nothing.
 */
export async function approveEstimate(
  key: string,
  { number, shown }: Shown,
  fields: ApprovalFields,
  now: Date,
): Promise<CustomerOutcome | "replaced"> {
  return actOnOpen(REPAIR_REQUESTS, { key, now }, async (row) => {
    const estimate = (await listEstimates(row.id)).find((one) => one.number === number);
    if (estimate && isAnother(shown, formatExactPrice(estimate.figures.total / 100))) return "replaced";
    const approval = await storeApproval(row, number, fields);
    if (approval === "again") return "done";
    if (typeof approval === "string") return approval;
    const { note, keptUntil } = approval;
    await appendNote(REPAIR_REQUESTS, row, note, { keptUntil });
    await tellStaff(REPAIR_REQUESTS, row, { message: note });
    return "done";
  });
}

/** Our offer that a link's key opens: the last one made. `canAnswer` while it can be accepted or declined. */
export async function findCustomerOffer(
  key: string,
  now: Date,
): Promise<{ offer: CustomerOffer; car: string; bring: string; canAnswer: boolean } | undefined> {
  const opened = openLink(key, now);
  if (opened?.kind.table !== OFFERED_CARS.table) return undefined;
  const request = await findRequest(OFFERED_CARS, opened.id);
  const [offer] = request ? await listOffers(opened.id, now) : [];
  if (!request || !offer) return undefined;
  return {
    offer: toCustomerOffer(offer),
    car: vehicleName(request.vehicleInfo) || "your car",
    bring: whatToBring(request.carInfo.title),
    canAnswer: offer.state === "open",
  };
}

/**
 * Accepts or declines the last offer, with the name that the customer typed, and queues the mail to staff about it. Giving the same answer
 * again does nothing.
 */
export async function answerOffer(
  key: string,
  { number, shown }: Shown,
  fields: AnsweredOffer,
  now: Date,
): Promise<CustomerOutcome | "replaced" | "ended" | "answered"> {
  return actOnOpen(OFFERED_CARS, { key, now }, async (row) => {
    const offer = (await listOffers(row.id, now)).find((one) => one.number === number);
    if (offer && isAnother(shown, toCustomerOffer(offer).amount)) return "replaced";
    const answered = await storeOfferAnswer(row, number, fields);
    if (answered === "again") return "done";
    if (typeof answered === "string") return answered;
    await appendNote(OFFERED_CARS, row, answered.note, { status: fields.answer });
    await tellStaff(OFFERED_CARS, row, { message: answered.note });
    return "done";
  });
}

/** What was on the page that someone says yes to: a number, and its sum as shown. */
export interface Shown {
  number: number;
  /** Null from a page that doesn't say. */
  shown: string | null;
}

/** After a restore a number may belong to another one, which the sum shows. */
export function isAnother(shown: string | null, sum: string): boolean {
  return shown !== null && shown !== sum;
}

/** Does something as the customer to the request of this kind that a link's key opens, unless it is finished. */
function actOnOpen<Outcome>(
  kind: RequestCollection,
  { key, now }: { key: string; now: Date },
  run: (row: RequestRow) => Promise<Outcome>,
): Promise<Outcome | "not-found" | "finished"> {
  return actAs(CUSTOMER, now, () =>
    transaction(async () => {
      const opened = openLink(key, now);
      const row = opened?.kind.table === kind.table ? await lockRow(kind, opened.id) : undefined;
      if (!row) return "not-found";
      return kind.finished.includes(row.status) ? "finished" : run(row);
    }),
  );
}

/**
 * The outcome of what a customer did. `finished`: the request's status doesn't allow it anymore. `full`: they have written as many messages
 * as a request can have. `not-found`: the key is no good, or the request is deleted.
 */
export type CustomerOutcome = "done" | "finished" | "full" | "not-found";

/**
 * Adds a customer's message to their request once, however often its form is sent, and the mail to staff about it. It isn't an answer, so
 * the request still waits for one. A message with the same words as the last note is that one again.
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
  const said = [kind.prefix, id, formKey, content];
  return actAs(CUSTOMER, now, () =>
    storeOnce(
      "customerNote",
      said,
      now,
      async (): Promise<CustomerOutcome> => {
        const row = await lockRow(kind, id);
        if (!row) return "not-found";
        if (row.status === kind.withdrawn) return "finished";
        const notes: RequestNote[] = JSON.parse(row.notes);
        const last = notes.at(-1);
        // Without script the page has another key after Back.
        if (last?.from === "customer" && last.content === content) return "done";
        if (notesOfCustomer(notes).length >= MAX_CUSTOMER_NOTES) return "full";
        await appendNote(kind, row, content);
        await tellStaff(kind, row, { message: content });
        return "done";
      },
      (outcome) => outcome === "done",
    ),
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
      if (isWithdrawn(kind, toRequest(kind, row))) return "done";
      if (kind.finished.includes(row.status)) return "finished";
      const firstAnsweredAt = row.firstAnsweredAt ?? now.toISOString();
      await appendNote(kind, row, WITHDRAWN_NOTE, { status: kind.withdrawn, firstAnsweredAt });
      await tellStaff(kind, row, { withdrawnAs: kind.list.statuses[kind.withdrawn] ?? "" });
      return "done";
    }),
  );
}

function openLink(key: string, now: Date) {
  const linked = readCustomerKey(key, now);
  return linked && { kind: requestsOf(linked.prefix), id: linked.id };
}

function toCustomerView(
  kind: RequestCollection,
  request: AnyRequest,
  {
    part,
    estimates,
    offer,
    now,
  }: { part: Part | undefined; estimates: readonly Estimate[]; offer: Offer | undefined; now: Date },
): CustomerView {
  const { _id, createdAt, status, notes, answerDueAt, firstAnsweredAt } = request;
  const { email } = request.customerInfo;
  const messages = notesOfCustomer(notes);
  const isOpen = !kind.finished.includes(status);
  const isFull = messages.length >= MAX_CUSTOMER_NOTES;
  const readable = estimates.filter(({ state, approval }) => state === "sent" || approval);
  return {
    reference: formatReference(kind.prefix, _id),
    name: kind.nameOf(request),
    sentAt: formatTime(createdAt),
    state: describeState(kind, request, readable[0]),
    isWithdrawn: isWithdrawn(kind, request),
    due:
      isOpen && answerDueAt && !firstAnsweredAt
        ? {
            at: describePromise(answerDueAt, now, business.timeZone),
            isOverdue: answerDueAt <= now.toISOString(),
          }
        : undefined,
    quote: status === kind.withdrawn ? undefined : toCustomerQuote(request, isOpen, now),
    part: part && toCustomerPart(part),
    estimates: readable.map(({ number, state, figures }) => ({
      ...{ number, state },
      total: formatExactPrice(figures.total / 100),
    })),
    offer: offer && status !== kind.withdrawn ? toCustomerOffer(offer) : undefined,
    appointment: isOpen && request.appointment ? appointmentTime(request.appointment) : undefined,
    facts: [
      ...toldFacts(kind, request, [...kind.subject, ...kind.sender]),
      ...(email ? [["Email", email] satisfies [string, string]] : []),
    ],
    messages: messages.map(({ content, timestamp }) => ({
      content: content === WITHDRAWN_NOTE ? "You withdrew this request." : content,
      writtenAt: formatTime(timestamp),
    })),
    canWrite: status !== kind.withdrawn && !isFull,
    isFull: status !== kind.withdrawn && isFull,
    canWithdraw: isOpen,
    withdrawal: kind.withdrawal,
  };
}

/** What its status means. A status says nothing about an estimate, so an estimate's state is shown instead. */
function describeState(
  { statuses, finished }: RequestCollection,
  { status }: AnyRequest,
  lastEstimate: Estimate | undefined,
): string {
  if (lastEstimate?.state === "sent" && !finished.includes(status))
    return "We've sent you an estimate. Please read and approve it, so we can go ahead.";
  if (lastEstimate?.state === "approved" && status === "pending")
    return "You approved our estimate. We'll get back to you about the work.";
  return statuses[status]?.meaning ?? "";
}

/** A duplicate, which is answered together with the request that it was folded into. */
function toFoldedView(kind: RequestCollection, request: AnyRequest, now: Date): CustomerView {
  return {
    ...toCustomerView(kind, request, { part: undefined, estimates: [], offer: undefined, now }),
    state: "You sent this twice, so we're answering it with your other request.",
    due: undefined,
    quote: undefined,
    canWrite: false,
    canWithdraw: false,
  };
}

function toCustomerOffer({ number, state, amountCents, goodUntil, answer }: Offer): CustomerOffer {
  return {
    ...{ number, state },
    amount: formatExactPrice(amountCents / 100),
    goodUntil: formatDay(`${goodUntil}T00:00:00.000Z`),
    answered: answer && `${answer.name}, ${formatTime(answer.at)}`,
  };
}

/** A price that was paid doesn't expire. */
function toCustomerQuote({ quote }: AnyRequest, isOpen: boolean, now: Date): CustomerQuote | undefined {
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
    coreCharge: part.coreCharge ? describeCoreCharge(part.coreCharge) : undefined,
    heldUntil: formatTime(part.heldUntil ?? ""),
  };
}

/** True if the customer ended it, and not staff. */
function isWithdrawn({ withdrawn }: RequestCollection, request: AnyRequest): boolean {
  return request.status === withdrawn && notesOfCustomer(request.notes).at(-1)?.content === WITHDRAWN_NOTE;
}

function notesOfCustomer(notes: readonly RequestNote[]): RequestNote[] {
  return notes.filter(({ from }) => from === "customer");
}

/** The request's row. Written first, so that nobody else can write between this and the rest of the transaction. */
async function lockRow({ table }: RequestCollection, id: string): Promise<RequestRow | undefined> {
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
  kind: RequestCollection,
  before: RequestRow,
  content: string,
  columns: { status?: string; firstAnsweredAt?: string; keptUntil?: string } = {},
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

/** Not about spam: that would fill the mailbox. */
async function tellStaff(kind: RequestCollection, row: RequestRow, news: CustomerNews): Promise<void> {
  if (row.spamAt === null) await queueCustomerNewsMail(kind, toRequest(kind, row), news);
}

function formatTime(timestamp: string): string {
  return formatDateTime(timestamp, business.timeZone) || timestamp;
}
