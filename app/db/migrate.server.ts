import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { type Migration, type MigrationProvider, Migrator } from "kysely";
import { StartError } from "../startup.server";
import type { Db, SqliteConnection } from "./connection.server";

/** Every migration of this program, by name, in order. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(import.meta.glob<Migration>("/migrations/*.ts", { eager: true })).map(
    ([file, migration]) => [file.replace(/^.*\/(.*)\.ts$/, "$1"), migration],
  ),
);

/**
 * Brings the database up to this program: what is pending runs in one transaction, after a snapshot
 * of the file is laid beside it (`site.db.before-<migration>`).
 * @returns the names of the migrations that ran
 * @throws StartError where the database is newer than the program, or a migration failed
 */
export async function migrate(
  { sqlite, db }: { sqlite: SqliteConnection; db: Db },
  known: Record<string, Migration> = migrations,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bringUpToDate({ sqlite, db }, known);
    } catch (error) {
      // Another process is at it, which SQLite may say at once instead of waiting: once it is done, nothing is left to do.
      if (!isLocked(error) || attempt === MOST_ATTEMPTS) throw asStartError(sqlite, error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

const MOST_ATTEMPTS = 40;
const PAUSE_MS = 250;

async function bringUpToDate(
  { sqlite, db }: { sqlite: SqliteConnection; db: Db },
  known: Record<string, Migration>,
): Promise<string[]> {
  const provider: MigrationProvider = { getMigrations: async () => known };
  const migrator = new Migrator({ db, provider });
  const applied = appliedMigrations(sqlite);
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new StartError(
      `The database ${sqlite.name} is newer than this program: it has ${unknown.join(", ")}. Start the newer program, or restore an older database.`,
    );
  }
  const pending = Object.keys(known)
    .sort()
    .filter((name) => !applied.includes(name));
  const first = pending[0];
  if (!first) return [];
  if (applied.length > 0) snapshot(sqlite, `${sqlite.name}.before-${first}`);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  return pending;
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

function asStartError(sqlite: SqliteConnection, error: unknown): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    `The database ${sqlite.name} could not be brought up to date: ${(error as Error).message}`,
  );
}

function appliedMigrations(sqlite: SqliteConnection): string[] {
  const table = sqlite.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  if (!table) return [];
  const rows = sqlite.prepare("select name from kysely_migration order by name").all() as { name: string }[];
  return rows.map((row) => row.name);
}

function snapshot(sqlite: SqliteConnection, file: string): void {
  // A snapshot of the same name is from an attempt that failed; under its final name it is always whole.
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) rmSync(unfinished);
  sqlite.prepare("vacuum into ?").run(unfinished);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}
