import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { type Migration, type MigrationProvider, Migrator } from "kysely";
import { StartError } from "~/values/start-error";
import type { Db, SqliteConnection } from "./connection.server";
import { isLocked } from "./dialect.server";

/** Every migration in `migrations/`, by name. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(import.meta.glob<Migration>("/migrations/*.ts", { eager: true })).map(
    ([file, migration]) => [file.replace(/^.*\/(.*)\.ts$/, "$1"), migration],
  ),
);

/**
 * Runs the pending migrations in one transaction, after writing a snapshot next to the database file
 * (`site.db.before-<migration>`).
 * @returns the names of the migrations that ran
 * @throws StartError if the database has migrations that this version does not know, or a migration fails
 */
export async function migrate(
  { sqlite, db }: { sqlite: SqliteConnection; db: Db },
  known: Record<string, Migration> = migrations,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runPending({ sqlite, db }, known);
    } catch (error) {
      // Another process is migrating; SQLite may report the lock at once instead of waiting for it.
      if (!isLocked(error) || attempt === MAX_ATTEMPTS) throw toStartError(sqlite, error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

const MAX_ATTEMPTS = 40;
const RETRY_DELAY_MS = 250;

async function runPending(
  { sqlite, db }: { sqlite: SqliteConnection; db: Db },
  known: Record<string, Migration>,
): Promise<string[]> {
  const provider: MigrationProvider = { getMigrations: async () => known };
  const migrator = new Migrator({ db, provider });
  const applied = listApplied(sqlite);
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new StartError(
      `The database ${sqlite.name} was made by another version of this program: it has migrations this version doesn't know (${unknown.join(", ")}). Start the version that made it, or restore a database of this version.`,
    );
  }
  const pending = Object.keys(known)
    .sort()
    .filter((name) => !applied.includes(name));
  const first = pending[0];
  if (!first) return [];
  if (applied.length > 0) writeSnapshot(sqlite, `${sqlite.name}.before-${first}`);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return pending;
}

function toStartError(sqlite: SqliteConnection, error: unknown): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    `The database ${sqlite.name} could not be brought up to date: ${(error as Error).message}`,
  );
}

function listApplied(sqlite: SqliteConnection): string[] {
  const table = sqlite.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  if (!table) return [];
  const rows = sqlite.prepare("select name from kysely_migration order by name").all() as { name: string }[];
  return rows.map((row) => row.name);
}

function writeSnapshot(sqlite: SqliteConnection, file: string): void {
  // Written under a temporary name first, so a snapshot with its final name is always complete.
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) rmSync(unfinished);
  sqlite.prepare("vacuum into ?").run(unfinished);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}
