import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { config } from "~/config.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { backupFolder, isBackupNightly } from "./folder.server";
import { readJournal } from "./journal.server";
import { backupName, listBackupNames, listBackups, type Manifest, manifestState } from "./manifest.server";

const HOUR_MS = 60 * 60 * 1000;
/** A backup older than this is a notice on the dashboard. */
const OVERDUE_MS = 48 * HOUR_MS;
const DUE_MS = 24 * HOUR_MS;
/** The night's backup is made in this hour of the server's clock, unless the last one is this fresh. */
const NIGHT_HOUR = 3;
const FRESH_MS = 12 * HOUR_MS;

const FAILURE_FILE = path.join(config.DATA_DIR, "backup-failure.json");
const failureSchema = z.object({ at: z.iso.datetime(), message: z.string() });

/** What can fail, as staff read it. */
export const FAILURE_TITLES = {
  backup: "The last backup failed",
  test: "The last test restore failed",
  folder: "The backups folder can't be read",
} as const;

/** What failed last, when, and why. */
interface BackupFailure {
  of: keyof typeof FAILURE_TITLES;
  at: string;
  message: string;
}

/** What staff see about backups. */
export interface BackupStatus {
  /** True if one is made every night. */
  isNightly: boolean;
  last: Omit<Manifest, "files"> | undefined;
  /** True if the last one is older than two days, or there is none, although one is made every night. */
  isOverdue: boolean;
  failure: BackupFailure | undefined;
}

/** The state of the backups. */
export function readBackupStatus(now: Date): BackupStatus {
  const isNightly = isBackupNightly();
  try {
    const last = findLast(now);
    const isOverdue = isNightly && ageOf(last, now) > OVERDUE_MS;
    return { isNightly, last, isOverdue, failure: latestFailure(last) };
  } catch (error) {
    // Such as a folder of another user's.
    const message = `${backupFolder()} can't be read: ${(error as Error).message}`;
    const failure = { of: "folder" as const, at: now.toISOString(), message };
    return { isNightly, last: undefined, isOverdue: isNightly, failure };
  }
}

/** True if the last backup is a day old, or it is night and it is not from this night. */
export function isBackupDue(now: Date): boolean {
  const age = ageOf(findLast(now), now);
  return age >= DUE_MS || (now.getHours() === NIGHT_HOUR && age >= FRESH_MS);
}

/** Remembers a failure for the dashboard until a backup succeeds, or forgets it. */
export function recordFailure(failure: z.infer<typeof failureSchema> | undefined): void {
  try {
    if (!failure) {
      rmSync(FAILURE_FILE, { force: true });
      return;
    }
    const written = `${FAILURE_FILE}.new`;
    writeFileSync(written, JSON.stringify(failure), { mode: 0o600 });
    giveToOwnerOf(config.DATA_DIR, written);
    renameSync(written, FAILURE_FILE);
  } catch {
    // On a full or read-only disk; the command still prints it, and an old backup shows a notice anyway.
  }
}

/** Only the newest backup's failed test counts: for another one, the list of backups says so. */
function latestFailure(last: Manifest | undefined): BackupFailure | undefined {
  const backup = readFailure();
  const test = last && readJournal().failed[backupName(new Date(last.createdAt))];
  if (!test || (backup && backup.at > test.at)) return backup;
  return { of: "test", at: test.at, message: test.problem };
}

function readFailure(): BackupFailure | undefined {
  try {
    return { of: "backup", ...failureSchema.parse(JSON.parse(readFileSync(FAILURE_FILE, "utf8"))) };
  } catch {
    return undefined;
  }
}

let cached: { key: string; newest: Manifest | undefined } | undefined;

/**
 * The newest backup's manifest, which is read once unless it changes: it lists every file. A backup from the future was made before the
 * clock was set back, and doesn't count.
 */
function findLast(now: Date): Manifest | undefined {
  const key = listOwnNames(now)
    .map((name) => `${name} ${manifestState(path.join(backupFolder(), name))}`)
    .join();
  if (cached?.key === key) return cached.newest;
  const [newest] = listOwnBackups(now);
  cached = { key, newest: newest?.manifest };
  return cached.newest;
}

/** The backups made here, newest first, without unreadable ones. An uploaded one lacks what was stored here since. */
export function* listOwnBackups(now: Date): ReturnType<typeof listBackups> {
  const names = new Set(listOwnNames(now));
  for (const backup of listBackups(backupFolder(), now))
    if (names.has(path.basename(backup.path))) yield backup;
}

function listOwnNames(now: Date): string[] {
  const { brought } = readJournal();
  return listBackupNames(backupFolder(), now).filter((name) => !(name in brought));
}

function ageOf(backup: Pick<Manifest, "createdAt"> | undefined, now: Date): number {
  return backup ? now.getTime() - Date.parse(backup.createdAt) : Number.POSITIVE_INFINITY;
}
