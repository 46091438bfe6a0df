import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { mayStill } from "~/accounts/administrator.server";
import { business } from "~/business/business.server";
import { type Actor, actAs, actor, now, runApart } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { BulkAction, Row } from "~/db/schema";
import { log } from "~/http/log.server";
import { formatPercent } from "~/parts/price";
import { CLOSED_AS } from "~/requests/work";
import { DAY_MS } from "~/values/days";
import { formatCount, formatDateTime } from "~/values/format";
import { newId } from "~/values/id.server";
import { undoBatch } from "./bulk-undo.server";
import { EXPORT_LISTS, type ExportList, RECORDS_PER_BATCH } from "./lists.server";

/*
 * A change of several records at once is stored as a row, so that it survives a restart: each transaction changes a batch and counts it as
 * done. The request that asks for it works on it; the job continues what a stop left.
 */

/** How many days a bulk change is kept, and can be undone. */
const BULK_DAYS = 30;
/** How long a request waits for its change before it says that it continues. */
const WAIT_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** How many the history shows. */
const LISTED = 20;

/** A bulk change without its ids. */
export type BulkChange = Omit<Row<"bulkChanges">, "ids" | "attempts" | "accountId" | "skipped"> & {
  /** The names of the records that an Undo skipped. */
  skipped: string[];
};

/** All but the ids, of which there may be 10,000. */
const SHOWN_COLUMNS = (
  [
    "id",
    "list",
    "action",
    "value",
    "total",
    "done",
    "changed",
    "skipped",
    "status",
    "undoneBy",
    "at",
    "username",
  ] as const
).map((name) => `bulkChanges.${name}` as const);

/** Within this time the same change is one that was sent twice. */
const DOUBLE_SUBMIT_MS = 10_000;

interface NewBulkChange {
  list: string;
  action: BulkAction;
  value?: string | undefined;
  ids: readonly string[];
}

/**
 * Changes records, and waits up to five seconds for it; a longer one continues in the background.
 * @returns how far it is
 */
export async function changeSeveral(change: NewBulkChange): Promise<BulkChange> {
  const id = await transaction(async () => (await findSentTwice(change)) ?? (await insertBulkChange(change)));
  return workFor(id);
}

/** The same change of the same records a moment ago, and none since by the same person: its form was sent twice. */
async function findSentTwice({ list, action, value, ids }: NewBulkChange): Promise<string | undefined> {
  const { accountId = "" } = actor();
  const since = new Date(now().getTime() - DOUBLE_SUBMIT_MS).toISOString();
  const last = await db
    .selectFrom("bulkChanges")
    .select(["id", "list", "action", "value", "undoneBy", "ids"])
    .where("accountId", "=", accountId)
    .where("at", ">", since)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const isSame =
    last?.list === list &&
    last.action === action &&
    last.value === (value ?? null) &&
    last.undoneBy === null &&
    last.ids === JSON.stringify(ids);
  return isSame ? last.id : undefined;
}

/**
 * Undoes a bulk change: its status, price or place is what it was, and what it deleted is back. What someone has changed since is left. One
 * that is undone already is not undone again.
 * @param list that it is a change of, because a role may change one list and not another
 * @param options.of the only kind of change that the role may make there; any without it
 * @returns how far the Undo is; undefined if there is no such change, or it is still running
 */
export async function undoBulkChange(
  list: string,
  id: string,
  { of: only }: { of?: BulkAction | undefined } = {},
): Promise<BulkChange | undefined> {
  const undo = await transaction(async () => {
    const of = await findBulkChange(id);
    if (of?.list !== list || of.status === "running" || of.action === "undo") return undefined;
    if (only !== undefined && of.action !== only) return undefined;
    if (of.undoneBy !== null) {
      // One that failed is tried again.
      await db
        .updateTable("bulkChanges")
        .set({ status: "running", attempts: 0 })
        .where("id", "=", of.undoneBy)
        .where("status", "=", "failed")
        .execute();
      return of.undoneBy;
    }
    const ids = JSON.parse(of.ids) as string[];
    const undoneBy = await insertBulkChange({ list: of.list, action: "undo", value: id, ids });
    await db.updateTable("bulkChanges").set({ undoneBy }).where("id", "=", id).execute();
    return undoneBy;
  });
  return undo === undefined ? undefined : workFor(undo);
}

/** The last bulk changes that are no Undo, newest first, each with how far its Undo is. */
export async function listBulkChanges(): Promise<ListedBulkChange[]> {
  const rows = await db
    .selectFrom("bulkChanges")
    .leftJoin("bulkChanges as undo", "undo.id", "bulkChanges.undoneBy")
    .select(SHOWN_COLUMNS)
    .select("undo.status as undoStatus")
    .where("bulkChanges.action", "!=", "undo")
    .orderBy("bulkChanges.id", "desc")
    .limit(LISTED)
    .execute();
  return rows.map(({ undoStatus, ...row }) => ({ ...toBulkChange(row), undoStatus }));
}

type ListedBulkChange = BulkChange & { undoStatus: BulkChange["status"] | null };

/** What a bulk change did, or does, to so many records: `3 parts set to Sold`. */
export function describeBulkChange({ list: name, action, value }: BulkChange, records: number): string {
  const list = EXPORT_LISTS.find((one) => one.name === name)?.list;
  const [one, several] = list?.nouns ?? ["record", "records"];
  const count = `${formatCount(records)} ${records === 1 ? one : several}`;
  switch (action) {
    case "status":
      return `${count} set to ${list?.statuses[value ?? ""] ?? value}`;
    case "delete":
      return `${count} deleted`;
    case "location":
      return value ? `${count} moved to ${value}` : `${count} without a location now`;
    case "price":
      return `The price of ${count} changed by ${formatPercent(Number(value))}`;
    case "spam":
      return `${count} marked as spam`;
    case "assign":
      return value ? `${count} assigned to ${value}` : `${count} unassigned`;
    case "close":
      return `${count} closed as ${CLOSED_AS[value as keyof typeof CLOSED_AS].toLowerCase()}`;
    case "undo":
      return `Undone: ${count} as before`;
  }
}

/** A bulk change as the history lists it. */
export function toBulkView(change: ListedBulkChange) {
  const { id, list, total, done, changed, status, undoStatus, at, username } = change;
  return {
    ...{ id, list, status, undoStatus, done, total, username, at },
    title: describeBulkChange(change, status === "done" ? changed : total),
    madeAt: formatDateTime(at, business.timeZone),
    canUndo: status !== "running" && changed > 0 && (undoStatus ?? "failed") === "failed",
  };
}

export type BulkView = ReturnType<typeof toBulkView>;

/** Continues every bulk change that isn't done; one that fails doesn't keep the others waiting. */
export async function finishBulkChanges(): Promise<void> {
  const running = await db
    .selectFrom("bulkChanges")
    .select("id")
    .where("status", "=", "running")
    .orderBy("id")
    .execute();
  for (const { id } of running) await runBulkChange(id);
}

/** Deletes the bulk changes that are older than 30 days. */
export async function deleteOldBulkChanges(now: Date): Promise<void> {
  const expiry = new Date(now.getTime() - BULK_DAYS * DAY_MS).toISOString();
  await db.deleteFrom("bulkChanges").where("at", "<", expiry).where("status", "!=", "running").execute();
}

async function insertBulkChange({ list, action, value, ids }: NewBulkChange): Promise<string> {
  const { accountId = "", username = "" } = actor();
  const id = newId(now());
  const columns = { list, action, value: value ?? null, ids: JSON.stringify(ids), total: ids.length };
  const by = { at: now().toISOString(), accountId, username, undoneBy: null };
  await db
    .insertInto("bulkChanges")
    .values({ id, ...columns, ...by })
    .execute();
  return id;
}

async function workFor(id: string): Promise<BulkChange> {
  // It continues even if the session that asked for it ends: each batch checks the account.
  await Promise.race([runApart(() => runBulkChange(id)), sleep(WAIT_MS, undefined, { ref: false })]);
  const row = await db
    .selectFrom("bulkChanges")
    .select(SHOWN_COLUMNS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return toBulkChange(row);
}

/** Of all changes one batch at a time: beside each other they would keep everybody waiting for as many batches. */
const inTurn = pLimit(1);

async function runBulkChange(id: string): Promise<void> {
  try {
    let isMore = true;
    while (isMore) isMore = await inTurn(() => runBatchAndPause(id));
  } catch (error) {
    log.error({ error, bulkChange: id }, "bulk change failed");
    await countFailure(id);
  }
}

/** Leaves as much time for pages as the batch took: a page has many steps, and would else wait for a batch between any two. */
async function runBatchAndPause(id: string): Promise<boolean> {
  const started = performance.now();
  const isMore = await transaction(() => runBatch(id));
  if (isMore) await sleep(performance.now() - started);
  return isMore;
}

/** False if there is nothing left to do. */
async function runBatch(id: string): Promise<boolean> {
  const work = await findBulkChange(id);
  const list = EXPORT_LISTS.find(({ name }) => name === work?.list);
  if (!work || !list || work.status !== "running") return false;
  if (!(await mayGoOn(work))) {
    await db.updateTable("bulkChanges").set({ status: "failed" }).where("id", "=", id).execute();
    return false;
  }
  const ids = (JSON.parse(work.ids) as string[]).slice(work.done, work.done + RECORDS_PER_BATCH);
  const { changed, skipped } =
    ids.length > 0 ? await actAs(actorOf(work), new Date(work.at), () => act(list, ids, work)) : NOTHING;
  const done = work.done + ids.length;
  // None is left, whatever a row that was restored says.
  const isMore = ids.length > 0 && done < work.total;
  await db
    .updateTable("bulkChanges")
    .set({
      ...{ done, changed: work.changed + changed, attempts: 0 },
      skipped: JSON.stringify([...JSON.parse(work.skipped), ...skipped]),
      status: isMore ? "running" : "done",
    })
    .where("id", "=", id)
    .execute();
  return isMore;
}

/** Whether the person who asked for a change still may: what is left of it ends with their account, or their role. */
async function mayGoOn({ accountId, list, action, value }: Row<"bulkChanges">): Promise<boolean> {
  const undone = action === "undo" ? await findBulkChange(value ?? "") : undefined;
  // As the page asks of who begins one (staff/bulk.tsx).
  const method = (undone?.action ?? action) === "location" ? "POST" : "DELETE";
  return mayStill(accountId, { path: `/admin/bulk/${list}`, method });
}

/** In a transaction, of which one at a time writes: a second one, of this process or another, comes after the first one's batch. */
function findBulkChange(id: string): Promise<Row<"bulkChanges"> | undefined> {
  return db.selectFrom("bulkChanges").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Who asked for the change, in whichever process it continues. */
function actorOf({ accountId, username }: Row<"bulkChanges">): Actor {
  return { accountId, username: username || undefined, source: "page" };
}

const NOTHING = { changed: 0, skipped: [] as string[] };

async function act(list: ExportList, ids: readonly string[], work: Row<"bulkChanges">) {
  const { action, value } = work;
  switch (action) {
    case "status":
      return { ...NOTHING, changed: await list.changeStatus(ids, value ?? "") };
    case "delete":
      return { ...NOTHING, changed: await list.delete(ids) };
    case "location":
      return { ...NOTHING, changed: (await list.move?.(ids, value ?? undefined)) ?? 0 };
    case "price":
      return { ...NOTHING, changed: (await list.changePrices?.(ids, Number(value))) ?? 0 };
    case "spam":
      return { ...NOTHING, changed: (await list.work?.markSpam(ids)) ?? 0 };
    case "assign":
      return { ...NOTHING, changed: (await list.work?.assign(ids, value ?? undefined)) ?? 0 };
    case "close":
      return { ...NOTHING, changed: (await list.work?.close(ids, value as keyof typeof CLOSED_AS)) ?? 0 };
    case "undo": {
      const of = await db
        .selectFrom("bulkChanges")
        .select(["at", "accountId"])
        .where("id", "=", value)
        .executeTakeFirstOrThrow();
      const { undone, skipped } = await undoBatch(list, ids, of);
      return { changed: undone, skipped };
    }
  }
}

async function countFailure(id: string): Promise<void> {
  await db
    .updateTable("bulkChanges")
    .set(({ eb }) => ({
      attempts: eb("attempts", "+", 1),
      status: eb
        .case()
        .when("attempts", ">=", MAX_ATTEMPTS - 1)
        .then("failed" as const)
        .else("running" as const)
        .end(),
    }))
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
}

function toBulkChange({ skipped, ...row }: Omit<BulkChange, "skipped"> & { skipped: string }): BulkChange {
  return { ...row, skipped: JSON.parse(skipped) };
}
