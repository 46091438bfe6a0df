import { sql } from "kysely";
import { mayOpen } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { recordPath } from "~/collections/collection";
import { formatFieldValue } from "~/collections/form";
import { findStaffSlice } from "~/collections/lists.server";
import { findRecords } from "~/collections/records.server";
import { toSearched } from "~/collections/search-index.server";
import type { SearchedRecord } from "~/collections/search-words";
import { isStocked, type StoredCollection, tableOf } from "~/collections/store.server";
import { STORED_COLLECTIONS } from "~/collections.server";
import { actor, now, roleOfActor } from "~/context.server";
import { db } from "~/db/connection.server";
import { readStaffQuery } from "~/lists/staff";
import { REQUEST_KINDS } from "~/requests/kinds";
import { findRequestSlice, findRequestsById } from "~/requests/list.server";
import { toSearchedRequest } from "~/requests/record.server";
import { type RequestCollection, type RequestRow, subjectOf } from "~/requests/request";
import { formatDayInTimeZone } from "~/values/format";
import { formatReference } from "~/values/id";
import type { SearchHit } from "./search";

/** A kind of record that a search of everything finds. */
export interface SearchKind {
  /** What the history calls it. */
  kind: string;
  title: string;
  /** The path of its list. */
  listPath: string;
  /** The records with these ids that the list shows, in any order. */
  find(ids: readonly string[]): Promise<FoundRecord[]>;
  /** Whether its list has anything for a search: it searches less, and no free text. */
  hasListed(q: string): Promise<boolean>;
  /** The records that have none of the words, but still match them: their ids, the best first. */
  findFurther?: ((q: string) => Promise<readonly string[]>) | undefined;
  /** Records that a search should find, without an entry in the index, in the order of their ids. */
  findUnindexed(range: Range): Promise<{ id: string; record: SearchedRecord }[]>;
}

interface Range {
  /** The id before the first. */
  after: string;
  limit: number;
}

/** A record as a search shows it. */
export interface FoundRecord {
  hit: SearchHit;
  /** Whether nothing is left to do with it: sold, scrapped, fulfilled. */
  isDone: boolean;
  /** Whether it is a person's, who has everything else that is found by their number or address. */
  isPersonal: boolean;
}

/** Every kind, in the order of the results: people first. */
export const SEARCH_KINDS: readonly SearchKind[] = [
  ...STORED_COLLECTIONS.filter(({ isPersonal }) => isPersonal).map(recordsOf),
  ...REQUEST_KINDS.map(requestsOf),
  ...STORED_COLLECTIONS.filter(({ isPersonal }) => !isPersonal).map(recordsOf),
];

/** The kinds that the actor may see. */
export function openKinds(): readonly SearchKind[] {
  const role = roleOfActor();
  return role === undefined ? SEARCH_KINDS : SEARCH_KINDS.filter(({ listPath }) => mayOpen(role, listPath));
}

function recordsOf(store: StoredCollection): SearchKind {
  const { fields, list, recordKind, shown } = store;
  const told = store.search?.tells ?? store.columns;
  return {
    kind: recordKind,
    title: list.title,
    listPath: list.path,
    hasListed: async (q) => {
      const query = readStaffQuery(new URLSearchParams({ q }), list);
      return (await findStaffSlice(store, query, { limit: 1, countTo: 1 })).total > 0;
    },
    findFurther: store.findFurther,
    find: async (ids) =>
      (await findRecords(store, ids)).map((record) => {
        const values = record as object as Record<string, unknown>;
        const title = store.nameOf(record);
        const facts = told.map((name) => formatFieldValue(fields[name] ?? {}, values[name]));
        return {
          hit: {
            _id: record._id,
            path: pathTo(store, record._id),
            title,
            note: toNote(facts.filter((fact) => fact !== title)),
          },
          isPersonal: store.isPersonal === true,
          isDone: shown !== undefined && !shown.list.includes(String(values.status)),
        };
      }),
    findUnindexed: async (range) => {
      const rows = await selectUnindexed(tableOf(store), recordKind, range).execute();
      return rows.map((row) => ({ id: row.id, record: toSearched(store, row) }));
    },
  };
}

/** Where the actor reads a record: not its form, for a role that may not change it. */
function pathTo(store: StoredCollection, id: string): string {
  const role = roleOfActor();
  const path = recordPath(store, id);
  return role === undefined || mayOpen(role, path) ? path : `${store.path}/${id}`;
}

function requestsOf(kind: RequestCollection): SearchKind {
  return {
    kind: kind.recordKind,
    title: kind.list.title,
    listPath: kind.path,
    hasListed: async (q) => {
      const query = readStaffQuery(new URLSearchParams({ q }), kind.list);
      const viewer = { accountId: actor().accountId ?? "", now: now() };
      return (await findRequestSlice(kind, query, { limit: 1, ...viewer })).total > 0;
    },
    find: async (ids) => {
      const requests = ids.length > 0 ? await findRequestsById(kind, ids) : [];
      return requests
        .filter(({ deletedAt, spamAt }) => !deletedAt && !spamAt)
        .map((request) => {
          const { _id, customerInfo, status, createdAt } = request;
          return {
            hit: {
              _id,
              path: `${kind.path}/${_id}`,
              title: customerInfo.name || formatReference(kind.prefix, _id),
              note: toNote([
                formatReference(kind.prefix, _id),
                subjectOf(kind, request),
                kind.list.statuses[status] ?? status,
                formatDayInTimeZone(new Date(createdAt), business.timeZone),
                customerInfo.phone || customerInfo.email,
              ]),
            },
            isPersonal: false,
            isDone: kind.finished.includes(status),
          };
        });
    },
    findUnindexed: async (range) => {
      const rows = await selectUnindexed(kind.table, kind.recordKind, range)
        .where(sql<boolean>`"spamAt" is null`)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        record: toSearchedRequest(kind, row as object as RequestRow),
      }));
    },
  };
}

function selectUnindexed(
  table: ReturnType<typeof tableOf> | RequestCollection["table"],
  kind: string,
  { after, limit }: Range,
) {
  return db
    .selectFrom(`${table as "parts"} as record`)
    .selectAll()
    .where(isStocked)
    .where("record.id", ">", after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("searchEntries")
            .select("number")
            .where("searchEntries.kind", "=", kind)
            .whereRef("searchEntries.recordId", "=", "record.id"),
        ),
      ),
    )
    .orderBy("record.id")
    .limit(limit);
}

function toNote(facts: readonly (string | undefined)[]): string {
  return facts.filter(Boolean).join(" · ");
}
