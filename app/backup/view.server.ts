import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { formatDateTime } from "~/values/format";
import { StartError } from "~/values/start-error";
import { describeTurnedOff, describeUnreadable, requireOurs } from "./accounts.server";
import { compareContents, describeBackup } from "./contents.server";
import { formatBytes } from "./files.server";
import { backupFolder, daysKept } from "./folder.server";
import { readJournal } from "./journal.server";
import {
  isBackupName,
  listBackupNames,
  listMissingSettings,
  type Manifest,
  manifestState,
  readManifest,
} from "./manifest.server";
import { readPresentData, readPresentRows } from "./present.server";
import { requireRestorable } from "./restore.server";
import { isRunning, readAccountsAside } from "./run.server";
import { FAILURE_TITLES, readBackupStatus } from "./status.server";

/** A backup as staff see it, in words. */
export interface BackupView {
  name: string;
  /** Its name, where it is damaged. */
  madeAt: string;
  contents: string;
  /** Empty where it is damaged. */
  size: string;
  /** Whether what it has can't be read, so that it can only be deleted. */
  isDamaged: boolean;
  /** When it passed a test restore. */
  testedAt: string | undefined;
  /** When the last one failed, and why. */
  failed: { at: string; problem: string } | undefined;
  restoredAt: string | undefined;
}

/** What the page Backups shows. */
export function viewBackups(now: Date) {
  const journal = readJournal();
  const { isNightly, failure } = readBackupStatus(now);
  const { lastRestore } = journal;
  const isReadable = failure?.of !== "folder";
  const names = isReadable ? listBackupNames(backupFolder()) : [];
  // A new one may come under the name of a deleted one.
  for (const name of summaries.keys()) if (!names.includes(name)) summaries.delete(name);
  return {
    isSqlite: config.DATABASE_URL === undefined,
    isNightly,
    isRunning: isRunning(),
    folder: backupFolder(),
    keepDays: daysKept(),
    failure: failure && {
      title: FAILURE_TITLES[failure.of],
      at: time(failure.at),
      message: failure.message,
    },
    lastRestore: lastRestore && {
      ...lastRestore,
      at: time(lastRestore.at),
      madeAt: isReadable ? madeAt(lastRestore.backup) : undefined,
      former: isReadable && lastRestore.former && madeAt(lastRestore.former) ? lastRestore.former : undefined,
    },
    backups: names.map((name) => toView(name, journal)),
  };
}

function toView(
  name: string,
  { tested, failed: failures, restored }: ReturnType<typeof readJournal>,
): BackupView {
  const manifest = summaryOf(name);
  const [testedAt, failed, restoredAt] = [tested[name], failures[name], restored[name]];
  return {
    name,
    madeAt: manifest ? time(manifest.createdAt) : name,
    contents: manifest ? describeBackup(manifest) : "It is damaged: what it has can't be read",
    size: manifest ? formatBytes(manifest.bytes) : "",
    isDamaged: manifest === undefined,
    failed: failed && { at: time(failed.at), problem: failed.problem },
    testedAt: testedAt && time(testedAt),
    restoredAt: restoredAt && time(restoredAt),
  };
}

function madeAt(name: string): string | undefined {
  const backup = viewBackup(name);
  return backup?.isDamaged ? undefined : backup?.madeAt;
}

type Summary = Omit<Manifest, "files">;

const summaries = new Map<string, { state: string; summary: Summary }>();

/** A backup's manifest without its files, which are many: read once, and again if it was changed. */
function summaryOf(name: string): Summary | undefined {
  const folder = path.join(backupFolder(), name);
  const state = manifestState(folder);
  const known = summaries.get(name);
  if (known?.state === state) return known.summary;
  try {
    const { files: _files, ...summary } = readManifest(folder);
    summaries.set(name, { state, summary });
    return summary;
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

/** A backup as staff see it; undefined where there is none of that name. */
export function viewBackup(name: string | undefined): BackupView | undefined {
  const folder = findBackup(name);
  return folder ? toView(path.basename(folder), readJournal()) : undefined;
}

/**
 * The folder of a backup; undefined if there is none with that name. On PostgreSQL the page lists none: any there are from before a move.
 */
export function findBackup(name: string | undefined): string | undefined {
  if (name === undefined || !isBackupName(name) || config.DATABASE_URL !== undefined) return undefined;
  return listBackupNames(backupFolder()).includes(name) ? path.join(backupFolder(), name) : undefined;
}

/**
 * What restoring a backup would replace, in figures; the accounts that only the backup has; what of today can't be read; and why it can't
 * be restored here, if it can't.
 */
export async function viewRestore(folder: string) {
  const name = path.basename(folder);
  const broughtAt = readJournal().brought[name];
  try {
    const manifest = readManifest(folder);
    requireRestorable(manifest);
    const { database, pictures } = readPresentData();
    const accounts = await readAccountsAside(folder);
    requireOurs(accounts);
    const erasures = readPresentRows("erasures");
    return {
      name,
      madeAt: time(manifest.createdAt),
      version: manifest.version,
      broughtAt: broughtAt && time(broughtAt),
      problem: undefined,
      turnedOff: describeTurnedOff(accounts),
      unreadable: describeUnreadable(accounts),
      changesSecret: changesSecret(manifest),
      missingSettings: listMissingSettings(manifest),
      picturesIn: manifest.picturesIn,
      // A partial one counts too: what it deleted is deleted again.
      erased: (erasures === "unreadable" ? [] : erasures).filter(
        ({ extent, erasedAt }) => extent !== "none" && erasedAt > manifest.createdAt,
      ).length,
      kinds: compareContents(manifest, {
        database: typeof database === "object" ? database : undefined,
        pictures,
      }),
    };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return {
      name,
      madeAt: madeAt(name) ?? name,
      version: undefined,
      broughtAt: undefined,
      problem: error.message,
      turnedOff: "",
      unreadable: "",
      changesSecret: false,
      missingSettings: [],
      picturesIn: undefined,
      erased: 0,
      kinds: [],
    };
  }
}

/** Whether the site signs with another secret after a restore. The backup's is not read: what comes from elsewhere may be anything. */
function changesSecret({ files }: Manifest): boolean {
  const then = files.find((file) => file.path === "session-secret");
  if (config.SESSION_SECRET !== undefined || !then) return false;
  const now = path.join(config.DATA_DIR, "session-secret");
  return !existsSync(now) || createHash("sha256").update(readFileSync(now)).digest("hex") !== then.sha256;
}

function time(isoDateTime: string): string {
  return formatDateTime(isoDateTime, business.timeZone);
}
