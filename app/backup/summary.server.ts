import { business } from "~/business/business.server";
import { formatDateTime } from "~/values/format";
import { count, describeContents } from "./contents.server";
import { formatBytes } from "./files.server";
import { readJournal } from "./journal.server";
import { backupName } from "./manifest.server";
import { type BackupStatus, readBackupStatus } from "./status.server";

/** What the dashboard says about the backups, as text. */
interface BackupSummary {
  problem: { title: string; message: string } | undefined;
  state: string;
}

export function summarizeBackups(now: Date): BackupSummary {
  const status = readBackupStatus(now);
  return { problem: describeProblem(status), state: describeState(status) };
}

function describeProblem({ failure, isOverdue, last }: BackupStatus): BackupSummary["problem"] {
  if (failure) {
    return { title: "The last backup failed", message: `${formatTime(failure.at)}: ${failure.message}` };
  }
  if (!isOverdue) return undefined;
  const message = "Please tell whoever looks after this site's machine.";
  return { title: last ? "The last backup is more than two days old" : "There is no backup", message };
}

function describeState({ isNightly, last }: BackupStatus): string {
  const missing = last?.missingPictures.length ?? 0;
  const check =
    missing > 0 ? `passed its check, but ${missing} missing pictures are not in it` : "passed its check";
  const bucket = last?.picturesIn ? ` The pictures are not in it, but in ${last.picturesIn}.` : "";
  const state = last
    ? `Last backup: ${formatTime(last.createdAt)}, ${formatBytes(last.bytes)}, ${check}. It has ${describeContents(last)} and ${count(last.pictures, "picture", "pictures")}.${bucket}${describeTest(last)}`
    : "No backup has been made.";
  return isNightly ? state : `${state} To have one made every night, turn it on in Settings, Backups.`;
}

/** Whether the last backup passed a test restore. */
function describeTest({ createdAt }: { createdAt: string }): string {
  const testedAt = readJournal().tested[backupName(new Date(createdAt))];
  return testedAt ? ` Restored and checked on ${formatTime(testedAt)}.` : "";
}

function formatTime(isoDateTime: string): string {
  return formatDateTime(isoDateTime, business.timeZone);
}
