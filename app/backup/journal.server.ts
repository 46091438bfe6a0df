import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { config } from "~/config.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { DAY_MS } from "~/values/days";
import { backupFolder } from "./folder.server";
import { listBackupNames } from "./manifest.server";

/** Next to the database and not in it: a restore replaces the database, and this must outlive it. */
const JOURNAL_FILE = path.join(config.DATA_DIR, "backup-journal.json");

const times = z.record(z.string(), z.iso.datetime());
const restoreSchema = z.object({
  at: z.iso.datetime(),
  /** The name of the backup. */
  backup: z.string(),
  /** The name of the backup that was made of what the restore replaced. */
  former: z.string().optional(),
  /** Why it failed, in a sentence. */
  problem: z.string().optional(),
  /** Whether it was ended before it could report an outcome. */
  isCutOff: z.boolean().optional(),
  /** What of it was not restored, in sentences. */
  warning: z.string().optional(),
});
const journalSchema = z.object({
  /** When each backup, by its name, last passed a test restore. */
  tested: times.default({}),
  /** When each did not, and why, in a sentence; until it passes one. */
  failed: z.record(z.string(), z.object({ at: z.iso.datetime(), problem: z.string() })).default({}),
  /** When each one from elsewhere was uploaded. */
  brought: times.default({}),
  /** When each was last restored. */
  restored: times.default({}),
  /** The last restore from the page Backups. */
  lastRestore: restoreSchema.optional(),
});

/** How long the record of a deleted backup is kept. */
const KEPT_DAYS = 365;

/** What happened to each backup. */
type BackupJournal = z.infer<typeof journalSchema>;

/** Reads the journal; an empty one where there is none, or it can't be read. */
export function readJournal(): BackupJournal {
  try {
    return journalSchema.parse(JSON.parse(readFileSync(JOURNAL_FILE, "utf8")));
  } catch {
    return { tested: {}, failed: {}, brought: {}, restored: {} };
  }
}

/** Notes that a backup passed a test restore, or why it didn't. Replaces the result of an earlier one. */
export function noteTest(name: string, at: Date, problem?: string): void {
  const { tested, failed, ...others } = withoutTest(name);
  write(
    problem === undefined
      ? { ...others, failed, tested: { ...tested, [name]: at.toISOString() } }
      : { ...others, tested, failed: { ...failed, [name]: { at: at.toISOString(), problem } } },
  );
}

/** Notes that a backup was uploaded. */
export function noteBrought(name: string, at: Date): void {
  const journal = withoutTest(name);
  write({ ...journal, brought: { ...journal.brought, [name]: at.toISOString() } });
}

/** Notes that a backup that was made here is whole again. */
export function noteMended(name: string): void {
  write(withoutTest(name));
}

function withoutTest(name: string): BackupJournal {
  const journal = readJournal();
  const { [name]: _tested, ...tested } = journal.tested;
  const { [name]: _failed, ...failed } = journal.failed;
  return { ...journal, tested, failed };
}

/** Notes that a backup was restored, or could not be. */
export function noteRestore(restore: z.infer<typeof restoreSchema>): void {
  const journal = readJournal();
  const { backup, at, problem } = restore;
  const restored = problem ? journal.restored : { ...journal.restored, [backup]: at };
  write({ ...journal, restored, lastRestore: restore });
}

/**
 * Written to a temporary file and renamed. A backup that is gone is dropped only after a year: it may be in a former folder, or on a disk
 * that isn't attached. A full disk must not fail what was done.
 */
function write({ tested, failed, brought, restored, lastRestore }: BackupJournal): void {
  const names = new Set(listBackupNames(backupFolder()));
  const since = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString();
  const isKnown = (name: string, at: string) => names.has(name) || at > since;
  const ofThose = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name, at]) => isKnown(name, at)));
  const journal: BackupJournal = {
    ...{ tested: ofThose(tested), brought: ofThose(brought), restored: ofThose(restored) },
    failed: Object.fromEntries(Object.entries(failed).filter(([name, { at }]) => isKnown(name, at))),
    lastRestore,
  };
  const written = `${JOURNAL_FILE}.new`;
  try {
    writeFileSync(written, JSON.stringify(journal), { mode: 0o600 });
    giveToOwnerOf(config.DATA_DIR, written);
    renameSync(written, JOURNAL_FILE);
  } catch {
    rmSync(written, { force: true });
  }
}
