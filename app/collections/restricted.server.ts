import { mayRead } from "~/context.server";
import type { Collection } from "./collection";
import { type RecordTypes, type StoredCollection, toRecord, type VersionedRecord } from "./store.server";

/*
 * What the actor may read of a record. Pages, the API, exports and the history ask here, so that a field is left out of all of them alike.
 */

/** The fields of a collection that the actor may not read. */
export function unreadableFields({ restricted = {} }: Pick<Collection, "restricted">): string[] {
  return Object.keys(restricted).filter((name) => {
    const restriction = restricted[name];
    return restriction !== undefined && !mayRead(restriction);
  });
}

/**
 * Turns rows into the records that the actor may read. The actor is read right away: a list sent in batches is read after the rest of its
 * request is over.
 */
export function recordReader<T extends RecordTypes>(
  store: StoredCollection<T>,
): (row: T["row"]) => T["record"] {
  const hidden = unreadableFields(store);
  if (hidden.length === 0) return (row) => toRecord(store, row);
  return (row) => without(toRecord(store, row), hidden);
}

/** The fields of a change that the actor may read; the others stay as stored. */
export function keepUnreadable<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: T["fields"],
  stored: object,
): T["fields"] {
  const hidden = unreadableFields(store);
  if (hidden.length === 0) return fields;
  const known = stored as Record<string, unknown>;
  const kept = hidden.filter((name) => name in store.fields).map((name) => [name, known[name]]);
  return { ...fields, ...Object.fromEntries(kept) };
}

function without<Item extends object>(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name))) as Item;
}

/** A row as the actor may read it, with its version. */
export function withVersion<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): VersionedRecord<T["record"]> {
  return { item: recordReader(store)(row), version: row.updatedAt };
}
