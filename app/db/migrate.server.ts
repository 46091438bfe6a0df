import path from "node:path";
import { type Migration, Migrator } from "kysely";
import { StartError } from "~/values/start-error";
import { whenNotBusy } from "./busy.server";
import type { Db, OpenedDatabase } from "./engine";
import { readMove } from "./site-move.server";

/** Every migration in `migrations/`, by name. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(import.meta.glob<Migration>("/migrations/*.ts", { eager: true })).map(
    ([file, migration]) => [path.basename(file, ".ts"), migration],
  ),
);

/**
 * Runs the pending migrations in one transaction, one process at a time; a busy database is waited for. SQLite first writes a
 * snapshot next to the database file (`site.db.before-<migration>`).
 * @param options.isMove whether a move calls it, to complete what an earlier one left unfinished
 * @returns the names of the migrations that ran
 * @throws StartError if the database has migrations that this version does not know, or a move into it is incomplete, or a migration fails
 */
export async function migrate(
  database: OpenedDatabase,
  known: Record<string, Migration> = migrations,
  { isMove = false } = {},
): Promise<string[]> {
  try {
    return await whenNotBusy(database, () =>
      database.migrateAlone(async () => {
        if (!isMove) await rejectHalfMoved(database);
        const migrated = await runPending(database, known);
        await database.afterMigrations();
        return migrated;
      }),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database ${database.name} could not be brought up to date: ${(error as Error).message}`,
    );
  }
}

/** @throws StartError if a move into this database has begun and is not finished */
export async function rejectHalfMoved({ db, name }: Pick<OpenedDatabase, "db" | "name">): Promise<void> {
  const move = await readMove(db);
  if (!move || move.finishedAt !== null) return;
  throw new StartError(
    `The move from ${move.source} into ${name} is not finished. Run npm run move again until it is, or use another database.`,
  );
}

async function runPending(database: OpenedDatabase, known: Record<string, Migration>): Promise<string[]> {
  const { db } = database;
  const applied = await listKnown(database, known);
  const pending = Object.keys(known)
    .sort()
    .filter((name) => !applied.includes(name));
  const first = pending[0];
  if (!first) return [];
  if (applied.length > 0) database.beforeMigrations(first);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return pending;
}

/**
 * The migrations that ran on a database.
 * @throws StartError if this version does not know one of them
 */
export async function listKnown(
  { db, name }: Pick<OpenedDatabase, "db" | "name">,
  known: Record<string, Migration> = migrations,
): Promise<string[]> {
  const applied = await listApplied(db);
  const unknown = applied.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return applied;
  throw new StartError(
    `The database ${name} was made by another version of this program: it has migrations this version doesn't know (${unknown.join(", ")}). Start the version that made it, or restore a database of this version.`,
  );
}

async function listApplied(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}
