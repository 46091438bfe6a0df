import { type Migration, Migrator } from "kysely";
import { StartError } from "~/values/start-error";
import type { Db, OpenedDatabase } from "./engine";

/** Every migration in `migrations/`, by name. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(import.meta.glob<Migration>("/migrations/*.ts", { eager: true })).map(
    ([file, migration]) => [file.replace(/^.*\/(.*)\.ts$/, "$1"), migration],
  ),
);

/**
 * Runs the pending migrations in one transaction, one process at a time. SQLite first writes a snapshot next to the database
 * file (`site.db.before-<migration>`).
 * @returns the names of the migrations that ran
 * @throws StartError if the database has migrations that this version does not know, or a migration fails
 */
export async function migrate(
  database: OpenedDatabase,
  known: Record<string, Migration> = migrations,
): Promise<string[]> {
  try {
    return await database.migrateAlone(async () => {
      const migrated = await runPending(database, known);
      await database.afterMigrations();
      return migrated;
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database ${database.name} could not be brought up to date: ${(error as Error).message}`,
    );
  }
}

async function runPending(database: OpenedDatabase, known: Record<string, Migration>): Promise<string[]> {
  const { db, name } = database;
  const applied = await listApplied(db);
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new StartError(
      `The database ${name} was made by another version of this program: it has migrations this version doesn't know (${unknown.join(", ")}). Start the version that made it, or restore a database of this version.`,
    );
  }
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
