import { indexRecord } from "~/collections/search-index.server";
import {
  findStoredRow,
  searchTextOf,
  selectRecords,
  toHistoryRecord,
  toHistoryValues,
  toRecord,
} from "~/collections/store.server";
import { actAs, maySetPrices, now, THE_SITE } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { refuseWhileOnSale } from "~/sales/holding.server";
import { toCents } from "~/values/money";
import type { IsoDay } from "~/values/typed-date";
import { isExpectedVersion, nextVersion } from "~/values/version";
import { PUBLIC_PART_STATUSES } from "./part";
import { PART_RECORDS } from "./part.server";
import { PARTS, type Part } from "./parts";
import { priceAfter } from "./price";

/*
 * What is done to a part at its shelf: held, sold, moved, scrapped, made available again. Each is one line in its history.
 */

export interface ActionOptions {
  /** The version that the actor has seen; without it, any stored version is changed. */
  version?: string | undefined;
}

/** The outcome; `changed` means that someone else has saved since, and `part` is as stored now. */
export type PartChange =
  | { outcome: "done"; part: Part; version: string; before: PartState }
  | { outcome: "changed"; part: Part; version: string }
  /** A sale has it; the reason names the sale. */
  | { outcome: "on-sale"; reason: string }
  /** It would become sold, or stop being sold, and the actor may do neither. */
  | { outcome: "forbidden" }
  | { outcome: "not-found" };

/** What the actions change, so that one can be undone. */
type PartState = Pick<Row<"parts">, (typeof STATE_COLUMNS)[number]>;
const STATE_COLUMNS = [
  "status",
  "location",
  "heldFor",
  "heldUntil",
  "heldRequestId",
  "soldAt",
  "soldTo",
  "soldPriceCents",
] as const satisfies (keyof Row<"parts">)[];

const NOT_HELD = { heldFor: null, heldUntil: null, heldRequestId: null } as const;
const NOT_SOLD = { soldAt: null, soldTo: null, soldPriceCents: null } as const;

/**
 * Holds a part for someone; without `until`, until it is released.
 * @param hold.requestId the part request that it is held for
 */
export function holdPart(
  id: string,
  { heldFor, until, requestId }: { heldFor: string | undefined; until: Date | undefined; requestId?: string },
  options?: ActionOptions,
): Promise<PartChange> {
  const held = {
    heldFor: heldFor ?? null,
    heldUntil: until?.toISOString() ?? null,
    heldRequestId: requestId ?? null,
  };
  return changePart(id, () => ({ status: "On hold", ...held, ...NOT_SOLD }), options);
}

/** Marks a part as sold. @param sale.price in dollars; `day` if it was not today */
export function sellPart(
  id: string,
  { price, soldTo, day }: { price: number | undefined; soldTo: string | undefined; day?: IsoDay | undefined },
  options?: ActionOptions,
): Promise<PartChange> {
  const sale = {
    soldAt: day === undefined ? now().toISOString() : `${day}T12:00:00.000Z`,
    soldTo: soldTo ?? null,
    soldPriceCents: price === undefined ? null : toCents(price),
  };
  return changePart(id, () => ({ status: "Sold", ...NOT_HELD, ...sale }), options);
}

/** Puts a part on another shelf. */
export function movePart(
  id: string,
  location: string | undefined,
  options?: ActionOptions,
): Promise<PartChange> {
  return changePart(id, () => ({ location: location ?? null }), options);
}

/** Takes a part off sale permanently. */
export function scrapPart(id: string, options?: ActionOptions): Promise<PartChange> {
  return changePart(id, () => ({ status: "Scrapped", ...NOT_HELD, ...NOT_SOLD }), options);
}

/** Makes a part available again: it is released, it came back, or it was found. */
export function releasePart(id: string, options?: ActionOptions): Promise<PartChange> {
  return changePart(id, () => ({ status: "Available", ...NOT_HELD, ...NOT_SOLD }), options);
}

/** Takes an action back. */
export function restorePartState(id: string, state: PartState, options?: ActionOptions): Promise<PartChange> {
  return changePart(id, () => state, options);
}

/** What a part was before a draft held it. */
export type PartHold = Pick<Row<"parts">, "status" | "heldFor" | "heldUntil" | "heldRequestId">;

/** Holds a part for the draft of a sale, until that is completed or discarded. */
export function holdForSale(
  id: string,
  { saleId, heldFor }: { saleId: string; heldFor: string },
): Promise<PartChange> {
  return changePart(
    id,
    // The request that it was held for keeps it if the draft is discarded.
    () => ({ status: "On hold", heldFor, heldUntil: null, heldRequestId: null, saleId, ...NOT_SOLD }),
    { saleId },
  );
}

/** Marks the part of a completed sale as sold. */
export function sellOnSale(
  id: string,
  { saleId, soldTo, priceCents }: { saleId: string; soldTo: string | null; priceCents: number },
): Promise<PartChange> {
  const sale = { soldAt: now().toISOString(), soldTo, soldPriceCents: priceCents, saleId };
  return changePart(id, () => ({ status: "Sold", ...NOT_HELD, ...sale }), { saleId });
}

/** Gives back a part that a sale has: as it was before, if that still holds, or else available. One that it no longer has stays. */
export function releaseFromSale(
  id: string,
  { saleId, before }: { saleId: string; before: PartHold | undefined },
): Promise<PartChange> {
  const state = before && holdsStill(before) ? before : { status: "Available", ...NOT_HELD };
  return changePart(id, (row) => (row.saleId === saleId ? { ...state, ...NOT_SOLD, saleId: null } : {}), {
    saleId,
  });
}

/** Whether a part is held now: a hold may have an end. */
export function holdsStill({ status, heldUntil }: PartHold): boolean {
  return status === "On hold" && (heldUntil === null || heldUntil > now().toISOString());
}

/**
 * Takes back a sold part: puts it up for sale again, holds it until it is checked, or scraps it. One that another sale has by now stays
 * there.
 */
export function returnFromSale(
  id: string,
  { saleId, goesTo }: { saleId: string; goesTo: "shelf" | "check" | "scrap" },
): Promise<PartChange> {
  const state = {
    shelf: { status: "Available", ...NOT_HELD },
    check: { status: "On hold", ...NOT_HELD, heldFor: "a check after its return" },
    scrap: { status: "Scrapped", ...NOT_HELD },
  }[goesTo];
  return changePart(id, (row) => (row.saleId === saleId ? { ...state, ...NOT_SOLD, saleId: null } : {}), {
    saleId,
  });
}

/** Sets the price. @param price in dollars */
export function pricePart(id: string, price: number, options?: ActionOptions): Promise<PartChange> {
  return changePart(id, () => ({ priceCents: toCents(price) }), options);
}

/** The holds that end until then, the first ones first. @param limit how many at most */
export async function listHoldsUntil(until: Date, limit: number): Promise<Row<"parts">[]> {
  return (await selectRecords("parts")
    .selectAll()
    .where("heldUntil", "is not", null)
    .where("heldUntil", "<=", until.toISOString())
    .where("status", "=", "On hold")
    .orderBy("heldUntil")
    .limit(limit)
    .execute()) as Row<"parts">[];
}

/** Ends the holds whose time is over; returns how many. */
export async function endHolds(now: Date): Promise<number> {
  const rows = await selectRecords("parts")
    .select("id")
    .where("heldUntil", "is not", null)
    .where("heldUntil", "<=", now.toISOString())
    .where("status", "=", "On hold")
    .execute();
  for (const { id } of rows) await endHold(id, now);
  return rows.length;
}

/** The parts of a batch with their price changed by a percentage, in whole dollars; one without a price stays. */
export async function changePrices(ids: readonly string[], percent: number): Promise<number> {
  return transaction(async () => {
    const rows = (await selectRecords("parts")
      .selectAll()
      .where("id", "in", ids)
      .where("priceCents", "is not", null)
      .where("status", "in", PUBLIC_PART_STATUSES)
      .execute()) as Row<"parts">[];
    let changed = 0;
    for (const { id, priceCents } of rows) {
      const price = priceAfter((priceCents ?? 0) / 100, percent);
      if (toCents(price) === priceCents) continue;
      await pricePart(id, price);
      changed += 1;
    }
    return changed;
  });
}

/** Puts the parts of a batch in one place; returns how many were elsewhere. */
export async function moveParts(ids: readonly string[], location: string | undefined): Promise<number> {
  return transaction(async () => {
    const rows = await selectRecords("parts").select(["id", "location"]).where("id", "in", ids).execute();
    const others = rows.filter((row) => (row as Row<"parts">).location !== (location ?? null));
    for (const { id } of others) await movePart(id, location);
    return others.length;
  });
}

/** Checks again within the transaction, because someone may have extended the hold. */
async function endHold(id: string, now: Date): Promise<void> {
  await transaction(async () => {
    const row = await findStoredRow(PART_RECORDS, id);
    const isOver = row?.status === "On hold" && row.heldUntil !== null && row.heldUntil <= now.toISOString();
    if (isOver) await actAs(THE_SITE, now, () => releasePart(id));
  });
}

async function changePart(
  id: string,
  change: (row: Row<"parts">) => Partial<Row<"parts">>,
  { version, saleId }: ActionOptions & { saleId?: string } = {},
): Promise<PartChange> {
  return transaction(async (): Promise<PartChange> => {
    const stored = await findStoredRow(PART_RECORDS, id);
    if (!stored) return { outcome: "not-found" };
    const columns = change(stored);
    if (!mayChangeSale(columns, stored)) return { outcome: "forbidden" };
    const isSame = Object.entries(columns).every(
      ([name, value]) => stored[name as keyof typeof stored] === value,
    );
    if (isSame) return done(stored, stored);
    if (!isExpectedVersion(version, stored.updatedAt))
      return { outcome: "changed", part: toRecord(PART_RECORDS, stored), version: stored.updatedAt };
    if ("status" in columns && stored.saleId !== null && stored.saleId !== saleId)
      return { outcome: "on-sale", reason: await refuseWhileOnSale(stored.saleId) };
    const searchText = searchTextOf(PART_RECORDS, { ...stored, ...columns });
    const row = (await db
      .updateTable("parts")
      .set({ ...columns, searchText, updatedAt: nextVersion(now(), stored.updatedAt) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()) as Row<"parts">;
    await recordChange({
      record: toHistoryRecord(PART_RECORDS, row),
      action: "changed",
      before: toHistoryValues(PART_RECORDS, stored),
      after: toHistoryValues(PART_RECORDS, row),
    });
    await indexRecord(PART_RECORDS, row);
    await PART_RECORDS.afterUpdate?.(row, { before: stored });
    return done(row, stored);
  });
}

/** Whether the actor may make this change: a sale has a price, and undoing one loses it. */
function mayChangeSale({ status }: Partial<Row<"parts">>, stored: Row<"parts">): boolean {
  return status === undefined || ![status, stored.status].includes("Sold") || maySetPrices(PARTS.path);
}

function done(row: Row<"parts">, before: Row<"parts">): PartChange {
  const state = Object.fromEntries(STATE_COLUMNS.map((name) => [name, before[name]]));
  return {
    outcome: "done",
    part: toRecord(PART_RECORDS, row),
    version: row.updatedAt,
    before: state as PartState,
  };
}
