import { sql } from "kysely";
import { nameOfRow, type RecordTypes, type StoredCollection, tableOf } from "~/collections/store.server";
import { type Restored, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { STORED_COLLECTIONS } from "~/collections.server";
import { actAs, now, THE_SITE } from "~/context.server";
import { db } from "~/db/connection.server";
import { overwriteDeleted } from "~/db/overwrite.server";
import type { Inventory, RecordKind } from "~/db/schema";
import { STAFF_ROWS_PER_PAGE, type StaffPage } from "~/lists/staff";
import { pageWithin } from "~/lists/window";
import { toRequestRecord } from "~/requests/history.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import type { RequestCollection } from "~/requests/request";
import { removeRequests, restoreRequest } from "~/requests/work.server";
import { DAY_MS } from "~/values/days";
import { TRASH_DAYS } from "./change";
import type { TrashEntry } from "./trash";

/** A deleted record. */
export interface DeletedRecord extends TrashEntry {
  name: string;
  deletedAt: string;
  /** A username; undefined if it is not known. */
  deletedBy: string | undefined;
  /** Until when it can't be removed permanently, because its customer approved an estimate. */
  keptUntil: string | undefined;
  /** Why it can't be removed permanently, regardless of time: `they have store credit`. */
  staysWhile: string | undefined;
}

/** Which deleted records: those deleted until then; with `id`, only that one. */
interface Selection {
  until: Date;
  id?: string | undefined;
}

/** One kind of record that can be in the trash. */
interface TrashKind {
  kind: RecordKind;
  table: Inventory | RequestCollection["table"];
  /** The column with the username of who deleted it. */
  deletedBy: "deletedBy" | "updatedBy";
  /** Whether it has a column that says until when one can't be removed permanently. */
  isKept?: boolean;
  stays?: StoredCollection["staysInTrash"];
  /** Whether its records are about people, so that the database's files keep nothing of one that is removed. */
  isAboutPeople: boolean;
  listNames(ids: readonly string[]): Promise<Map<string, string>>;
  restore(id: string): Promise<Restored>;
  remove(selection: Selection): Promise<number>;
}

const TRASH_KINDS: readonly TrashKind[] = [
  ...STORED_COLLECTIONS.map(itemsOf),
  ...REQUEST_KINDS.map(requests),
];

/** One page of the trash, the last deleted first. */
export async function findTrashPage(requestedPage: number): Promise<StaffPage<DeletedRecord>> {
  const total = await countDeleted();
  const { page, pages } = pageWithin(requestedPage, total, STAFF_ROWS_PER_PAGE);
  const rows = await allDeleted()
    .orderBy("deletedAt", "desc")
    .orderBy("id", "desc")
    .limit(STAFF_ROWS_PER_PAGE)
    .offset((page - 1) * STAFF_ROWS_PER_PAGE)
    .execute();
  const names = await listNames(rows);
  const entries = rows.map(({ kind, id, deletedAt, deletedBy, keptUntil, staysWhile }) => ({
    kind,
    id,
    name: names.get(id) ?? "",
    deletedAt,
    deletedBy: deletedBy ?? undefined,
    keptUntil: keptUntil ?? undefined,
    staysWhile: staysWhile ?? undefined,
  }));
  return { entries, total, all: total, page, pages };
}

async function countDeleted(): Promise<number> {
  const { count } = await db
    .selectFrom(allDeleted().as("deleted"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many records emptying the trash removes, and how many stay because they must be kept. @param until only those deleted until then */
export async function countRemovable(until: Date): Promise<{ removable: number; kept: number }> {
  const stays = sql`"staysWhile" is not null or coalesce("keptUntil", '') > ${now().toISOString()}`;
  const { total, kept } = await db
    .selectFrom(allDeleted().as("deleted"))
    .where("deletedAt", "<=", until.toISOString())
    .select(({ fn }) => [
      fn.countAll<number>().as("total"),
      sql<number | null>`sum(case when ${stays} then 1 else 0 end)`.as("kept"),
    ])
    .executeTakeFirstOrThrow();
  return { removable: total - Number(kept), kept: Number(kept) };
}

/** The name of a record in the trash; undefined if it is not there. */
export async function findDeletedName({ kind, id }: TrashEntry): Promise<string | undefined> {
  return (await trashKind(kind)?.listNames([id]))?.get(id);
}

/** Takes a record out of the trash, as it was but for what follows from others. */
export async function restoreRecord({ kind, id }: TrashEntry): Promise<Restored> {
  return (await trashKind(kind)?.restore(id)) ?? { outcome: "not-found" };
}

/** Permanently removes a record in the trash; false if it isn't there, or must be kept. */
export async function removeRecord({ kind, id }: TrashEntry): Promise<boolean> {
  const trash = trashKind(kind);
  return trash !== undefined && (await removeOf([trash], { until: now(), id })) > 0;
}

/**
 * Permanently removes everything in the trash.
 * @param until what was deleted later stays, because the person who empties the trash hasn't seen it there
 * @returns how many
 */
export function emptyTrash(until: Date): Promise<number> {
  return removeOf(TRASH_KINDS, { until });
}

async function removeOf(kinds: readonly TrashKind[], selection: Selection): Promise<number> {
  let [removed, removedOfPeople] = [0, 0];
  for (const { remove, isAboutPeople } of kinds) {
    const count = await remove(selection);
    removed += count;
    if (isAboutPeople) removedOfPeople += count;
  }
  if (removedOfPeople > 0) await overwriteDeleted({ withCopies: false });
  return removed;
}

/**
 * Permanently removes the records that have been in the trash for 30 days, except those to be kept. The picture sweep removes their
 * pictures later.
 */
export async function removeExpiredRecords(now: Date): Promise<void> {
  await actAs(THE_SITE, now, () => emptyTrash(new Date(now.getTime() - TRASH_DAYS * DAY_MS)));
}

function itemsOf<T extends RecordTypes>(store: StoredCollection<T>): TrashKind {
  return {
    kind: store.recordKind,
    table: tableOf(store),
    deletedBy: "deletedBy",
    stays: store.staysInTrash,
    isAboutPeople: store.forgets === "all",
    listNames: async (ids) => {
      const rows = await db
        .selectFrom(tableOf(store))
        .selectAll()
        .where("id", "in", ids)
        .where("deletedAt", "is not", null)
        .execute();
      return new Map(rows.map((row) => [row.id, nameOfRow(store, row as T["row"])]));
    },
    restore: (id) => restoreFromTrash(store, id),
    remove: (selection) => removeFromTrash(store, selection),
  };
}

function requests(kind: RequestCollection): TrashKind {
  const listNames = async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom(kind.table)
      .select(["id", "customerName"])
      .where("id", "in", ids)
      .where("deletedAt", "is not", null)
      .execute();
    return new Map(rows.map((row) => [row.id, `${toRequestRecord(kind, row).name} of ${row.customerName}`]));
  };
  return {
    kind: kind.recordKind,
    table: kind.table,
    deletedBy: "updatedBy",
    isKept: "keptUntil" in kind.fields,
    isAboutPeople: true,
    listNames: (ids) => listNames(ids),
    restore: async (id) => {
      const name = (await listNames([id])).get(id);
      if (name === undefined) return { outcome: "not-found" };
      const restored = await restoreRequest(kind, id);
      return restored ? { outcome: "restored", name } : { outcome: "not-found" };
    },
    remove: (selection) => removeRequests(kind, selection),
  };
}

function trashKind(name: RecordKind): TrashKind | undefined {
  return TRASH_KINDS.find(({ kind }) => kind === name);
}

/** Every deleted record of every kind. */
function allDeleted() {
  const [first, ...others] = TRASH_KINDS.map(({ kind, table, deletedBy, isKept, stays }) =>
    db
      .selectFrom(table as Inventory)
      .select([
        sql<RecordKind>`${sql.lit(kind)}`.as("kind"),
        "id",
        sql<string>`${sql.ref("deletedAt")}`.as("deletedAt"),
        sql<string | null>`${sql.ref(deletedBy)}`.as("deletedBy"),
        (isKept ? sql<string | null>`${sql.ref("keptUntil")}` : sql<string | null>`cast(null as text)`).as(
          "keptUntil",
        ),
        sql<
          string | null
        >`cast(${stays ? sql`case when ${stays.condition} then ${sql.lit(stays.why)} end` : sql`null`} as text)`.as(
          "staysWhile",
        ),
      ])
      .where("deletedAt", "is not", null),
  );
  if (!first) throw new Error("No kind of record can be in the trash.");
  return others.reduce((all, one) => all.unionAll(one), first);
}

async function listNames(rows: readonly TrashEntry[]): Promise<Map<string, string>> {
  const names = await Promise.all(
    TRASH_KINDS.map((trashKind) => {
      const ids = rows.filter(({ kind }) => kind === trashKind.kind).map(({ id }) => id);
      return ids.length > 0 ? trashKind.listNames(ids) : new Map<string, string>();
    }),
  );
  return new Map(names.flatMap((map) => [...map]));
}
