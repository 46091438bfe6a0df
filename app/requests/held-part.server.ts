import { findStoredRow, selectRecords, toRecord } from "~/collections/store.server";
import { now } from "~/context.server";
import type { Row } from "~/db/schema";
import { holdPart, releasePart } from "~/parts/actions.server";
import { HOLD_HOURS } from "~/parts/part";
import { PART_RECORDS } from "~/parts/part.server";
import type { Part } from "~/parts/parts";
import { formatReference } from "~/values/id";
import type { RequestCollection, RequestRow } from "./request";

/* The part on the shelf that answers a request. Only the part's hold names the request, so a hold that expires leaves nothing behind. */

/** The part that is held for a request; undefined if there is none, or the hold is over. */
export async function findHeldPart(requestId: string, now: Date): Promise<Part | undefined> {
  return (await findHeldParts([requestId], now)).get(requestId);
}

/** The same of several requests, by their ids. */
export async function findHeldParts(requestIds: readonly string[], now: Date): Promise<Map<string, Part>> {
  const rows = await heldRows(requestIds);
  return new Map(
    rows
      .filter(({ heldUntil }) => (heldUntil ?? "") > now.toISOString())
      .map((row) => [row.heldRequestId ?? "", toRecord(PART_RECORDS, row)]),
  );
}

/** `taken`: it is sold, scrapped, or held for someone else. */
export type Held = { outcome: "held"; part: Part } | { outcome: "taken" | "no-price" | "not-found" };

/** Holds a part for a request for 48 hours, and releases the one that was held for it before. */
export async function holdForRequest(
  { prefix }: Pick<RequestCollection, "prefix">,
  { requestId, partId }: { requestId: string; partId: string },
): Promise<Held> {
  const row = await findStoredRow(PART_RECORDS, partId);
  if (!row) return { outcome: "not-found" };
  const isFree = row.status === "Available" || (row.status === "On hold" && row.heldRequestId === requestId);
  if (!isFree) return { outcome: "taken" };
  if (!row.priceCents) return { outcome: "no-price" };
  for (const { id } of await heldRows([requestId])) if (id !== partId) await releasePart(id);
  const until = new Date(now().getTime() + HOLD_HOURS * 3_600_000);
  const heldFor = formatReference(prefix, requestId);
  const held = await holdPart(partId, { heldFor, until, requestId });
  return held.outcome === "done" ? { outcome: "held", part: held.part } : { outcome: "taken" };
}

/** Makes the part of a request available again if nobody waits for it anymore: cancelled, deleted or spam. */
export async function releaseHeldParts(
  { table }: Pick<RequestCollection, "table">,
  { before, after }: { before: RequestRow; after: RequestRow },
): Promise<void> {
  if (table !== "partRequests" || isOver(before) || !isOver(after)) return;
  for (const { id } of await heldRows([after.id])) await releasePart(id);
}

/** Whether nobody waits for its part anymore. */
export function isOver({ status, deletedAt, spamAt }: Over): boolean {
  return status === "cancelled" || Boolean(deletedAt) || Boolean(spamAt);
}

/** What ends the wait for a part: the status, or that it is deleted or spam. */
interface Over {
  status: string;
  deletedAt?: string | null | undefined;
  spamAt?: string | null | undefined;
}

async function heldRows(requestIds: readonly string[]): Promise<Row<"parts">[]> {
  if (requestIds.length === 0) return [];
  const rows = await selectRecords("parts")
    .selectAll()
    // The condition of the index of holds.
    .where("heldUntil", "is not", null)
    .where("heldRequestId", "in", requestIds)
    .where("status", "=", "On hold")
    .execute();
  return rows as Row<"parts">[];
}
