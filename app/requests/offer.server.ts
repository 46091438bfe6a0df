import { business } from "~/business/business.server";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { MAX_LIMIT } from "~/lists/window";
import { dayInTimeZone, formatDay } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice, toCents } from "~/values/money";
import { toRequestRecord } from "./history.server";
import { OFFER_STATES, type OfferRecord, type OfferState } from "./offer";
import type { AnsweredOffer, NewOffer } from "./offer-schema";
import { OFFERED_CARS } from "./offered-cars";
import { findRequestRow } from "./record.server";
import type { RequestRow } from "./request";
import { answeredAt, writeColumns } from "./work.server";

/*
 * What we offer for a car. The customer sees it at once on their private page; it never changes, and a new one replaces it.
 */

/** An offer of ours. */
export interface Offer {
  /** 1 for the first of its request. */
  number: number;
  amountCents: number;
  /** The last day on which it can be accepted. */
  goodUntil: string;
  state: OfferState;
  madeAt: string;
  madeBy: string;
  answer: { at: string; name: string } | undefined;
}

/** Every offer for a car, the newest first. */
export async function listOffers(requestId: string, at: Date): Promise<Offer[]> {
  return (await listOffersOf([requestId], at)).get(requestId) ?? [];
}

/** The same of several requests, by their ids. */
export async function listOffersOf(requestIds: readonly string[], at: Date): Promise<Map<string, Offer[]>> {
  const rows: OfferRow[] = [];
  // In batches, because SQLite limits the number of ids in one query.
  for (let start = 0; start < requestIds.length; start += MAX_LIMIT)
    rows.push(...(await listRows(requestIds.slice(start, start + MAX_LIMIT))));
  const ofRequests = new Map<string, OfferRow[]>();
  for (const row of rows) ofRequests.set(row.requestId, [...(ofRequests.get(row.requestId) ?? []), row]);
  return new Map(
    [...ofRequests].map(([id, ofRequest]) => [id, ofRequest.map((row, index) => toOffer(row, index, at))]),
  );
}

/** All offers by their ids, to be read in batches. @param after the last id of the batch before */
export async function listOffersAfter(after: string, limit: number, at: Date) {
  const rows = await db
    .selectFrom("carOffers")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const offers = await listOffersOf([...new Set(rows.map(({ requestId }) => requestId))], at);
  return rows.flatMap(({ id, requestId, number }) =>
    (offers.get(requestId) ?? [])
      .filter((offer) => offer.number === number)
      .map((offer) => ({ id, requestId, offer })),
  );
}

/**
 * Makes an offer for a car: from now on the customer sees it, and can accept or decline it.
 * @param options.expectedVersion the number of the last offer when the form was opened; 0 for none
 * @returns `changed` if someone else has made another one since
 */
export function makeOffer(
  requestId: string,
  { amount, goodUntil }: NewOffer,
  { expectedVersion }: { expectedVersion: number },
): Promise<"done" | "changed" | "not-found"> {
  return transaction(async () => {
    const row = await findRequestRow(OFFERED_CARS, requestId);
    if (!row || row.deletedAt !== null) return "not-found";
    const [last] = await listRows([requestId]);
    const amountCents = toCents(amount);
    // A form that is posted twice finds its own offer.
    const isRepeated = last?.number === expectedVersion + 1 && last.amountCents === amountCents;
    if (isRepeated && last.goodUntil === goodUntil && last.answer === null) return "done";
    if ((last?.number ?? 0) !== expectedVersion) return "changed";
    const isFinished = OFFERED_CARS.finished.includes(row.status);
    await writeColumns(OFFERED_CARS, row, {
      ...(isFinished ? {} : { status: "offered" }),
      ...answeredAt(),
    });
    const offer = {
      ...{ id: newId(now()), requestId, number: expectedVersion + 1, amountCents, goodUntil },
      ...{ madeAt: now().toISOString(), madeBy: actor().username ?? "" },
    };
    await db.insertInto("carOffers").values(offer).execute();
    await recordOffer(row, last, { ...offer, answer: null, answeredAt: null, answeredBy: null });
    return "done";
  });
}

/**
 * Stores the customer's answer to the last offer. In a transaction that has locked the request's row.
 * @returns what to note; `again` if it already had this answer; `answered` if it had another; `replaced` if there is a newer one; `ended`
 * if its last day is over
 */
export async function storeOfferAnswer(
  request: Pick<RequestRow, "id">,
  number: number,
  { name, answer }: AnsweredOffer,
): Promise<"again" | "answered" | "replaced" | "ended" | "not-found" | { note: string }> {
  const rows = await listRows([request.id]);
  const [current] = rows;
  if (!current || !rows.some((row) => row.number === number)) return "not-found";
  if (current.number !== number) return "replaced";
  if (current.answer !== null) return current.answer === answer ? "again" : "answered";
  if (isOver(current, now())) return "ended";
  const answered = { answer, answeredAt: now().toISOString(), answeredBy: name };
  await db.updateTable("carOffers").set(answered).where("id", "=", current.id).execute();
  await recordOffer(request, current, { ...current, ...answered });
  const what = `${answer === "accepted" ? "Accepted" : "Declined"} our offer of ${formatCents(current.amountCents)}`;
  return { note: `${what}, as ${name}.` };
}

/** The offer as the API returns it. */
export function toOfferRecord({
  number,
  state,
  amountCents,
  goodUntil,
  madeAt,
  madeBy,
  answer,
}: Offer): OfferRecord {
  return {
    ...{ version: number, state, amount: amountCents / 100, goodUntil, madeAt, madeBy },
    ...(answer ? { answeredAt: answer.at, answeredBy: answer.name } : {}),
  };
}

/** An offer with the status of its request: once that is finished, nobody waits for an answer. */
type OfferRow = Row<"carOffers"> & { status: string };

/** The newest first. */
function listRows(requestIds: readonly string[]): Promise<OfferRow[]> {
  return db
    .selectFrom("carOffers")
    .innerJoin("offeredCars", "offeredCars.id", "carOffers.requestId")
    .selectAll("carOffers")
    .select("offeredCars.status")
    .where("requestId", "in", requestIds)
    .orderBy("requestId")
    .orderBy("number", "desc")
    .execute();
}

function toOffer(row: OfferRow, index: number, at: Date): Offer {
  const { number, amountCents, goodUntil, madeAt, madeBy, answeredAt, answeredBy: name } = row;
  return {
    ...{ number, amountCents, goodUntil, madeAt, madeBy },
    state: row.answer ?? (index > 0 ? "replaced" : stateOfLast(row, at)),
    answer: answeredAt === null || name === null ? undefined : { at: answeredAt, name },
  };
}

function stateOfLast(row: OfferRow, at: Date): OfferState {
  if (OFFERED_CARS.finished.includes(row.status)) return "unanswered";
  return isOver(row, at) ? "ended" : "open";
}

/** It is good for all of its last day, in the yard's time zone. */
function isOver({ goodUntil }: Pick<Row<"carOffers">, "goodUntil">, at: Date): boolean {
  return goodUntil < dayInTimeZone(business.timeZone, at);
}

/** A line in the request's history: an offer before and after. */
async function recordOffer(
  request: Pick<RequestRow, "id">,
  before: Row<"carOffers"> | undefined,
  after: Row<"carOffers">,
): Promise<void> {
  await recordChange({
    record: toRequestRecord(OFFERED_CARS, request),
    action: "changed",
    before: { offer: before && offerText(before) },
    after: { offer: offerText(after) },
  });
}

/** `$450.00, good until Dec 5, 2026`, with what the customer said to it. */
function offerText({ amountCents, goodUntil, answer }: Row<"carOffers">): string {
  const said = answer ? `, ${OFFER_STATES[answer].label.toLowerCase()}` : "";
  return `${formatCents(amountCents)}, good until ${formatDay(`${goodUntil}T00:00:00.000Z`)}${said}`;
}

function formatCents(cents: number): string {
  return formatExactPrice(cents / 100);
}
