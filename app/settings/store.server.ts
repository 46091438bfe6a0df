import { inventoryVersion } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { log } from "~/http/log.server";

/** What every section has stored, by its id. */
export type StoredSettings = ReadonlyMap<string, unknown>;
type Listener = (settings: StoredSettings) => void;

const listeners = new Set<Listener>();
let settings: StoredSettings = new Map();
/** The version that `settings` has; none before the first load. */
let loaded: number | undefined;
let loading: Promise<void> | undefined;

/** Calls `listener` with what is stored: now, and whenever a load finds something else. */
export function watchSettings(listener: Listener): void {
  listeners.add(listener);
  listener(settings);
}

/**
 * Loads what is stored if any process has saved since the last load. A setting that cannot be read keeps the site as it was.
 * @returns undefined if nothing has changed, so that a page from the cache waits for nothing
 */
export function refreshSettings(): Promise<void> | undefined {
  if (readVersion() === loaded) return undefined;
  loading ??= loadUntilCurrent().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** The stored row of a section. */
export async function findSetting(section: string): Promise<Row<"settings"> | undefined> {
  return db.selectFrom("settings").selectAll().where("section", "=", section).executeTakeFirst();
}

/** Stores a section, in the transaction that has read its row. */
export async function storeSetting(
  section: string,
  value: unknown,
  { version, at, by }: { version: number; at: Date; by: string | undefined },
): Promise<void> {
  const row = {
    value: JSON.stringify(value),
    version,
    updatedAt: at.toISOString(),
    updatedBy: by ?? null,
  };
  await db
    .insertInto("settings")
    .values({ section, ...row })
    .onConflict((conflict) => conflict.column("section").doUpdateSet(row))
    .execute();
}

async function loadUntilCurrent(): Promise<void> {
  try {
    // The cache stores a page under the version that it reads next, so the settings must not be older.
    for (let version = readVersion(); version !== loaded; version = readVersion()) {
      const rows = await db.selectFrom("settings").select(["section", "value"]).execute();
      settings = new Map(rows.map(({ section, value }) => [section, JSON.parse(value)]));
      loaded = version;
      for (const listener of listeners) listener(settings);
    }
  } catch (error) {
    log.error({ error }, "settings could not be read");
  }
}

/** Undefined if the database cannot say; what asks it next says why. */
function readVersion(): number | undefined {
  try {
    return inventoryVersion("settings");
  } catch {
    return loaded;
  }
}
