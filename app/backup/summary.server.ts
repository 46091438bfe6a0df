import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { formatDateTime } from "~/values/format";
import { describeBackup } from "./contents.server";
import { readJournal } from "./journal.server";
import { backupName } from "./manifest.server";
import { type BackupStatus, FAILURE_TITLES, readBackupStatus } from "./status.server";

/** What the dashboard says about the backups, as text. */
interface BackupSummary {
  problem: { title: string; message: string } | undefined;
  state: string;
}

/** Undefined on PostgreSQL, which is backed up with its own tools. */
export function summarizeBackups(now: Date): BackupSummary | undefined {
  if (config.DATABASE_URL) return undefined;
  const status = readBackupStatus(now);
  return { problem: describeProblem(status), state: describeState(status) };
}

function describeProblem({ failure, isOverdue, last }: BackupStatus): BackupSummary["problem"] {
  if (failure) {
    const { of, at, message } = failure;
    return { title: FAILURE_TITLES[of], message: `${formatTime(at)}: ${message}` };
  }
  if (!isOverdue) return undefined;
  const message = "Please tell the person who looks after this site's machine.";
  return { title: last ? "The last backup is more than two days old" : "There is no backup", message };
}

function describeState({ isNightly, last }: BackupStatus): string {
  const state = last
    ? `Last backup: ${formatTime(last.createdAt)}${describeTest(last)} It has ${describeBackup(last)}.`
    : "No backup has been made.";
  return isNightly ? state : `${state} To make one every night, turn it on in Settings, Backups.`;
}

/** Whether the last backup passed its check and a test restore. */
function describeTest({ createdAt }: { createdAt: string }): string {
  const name = backupName(new Date(createdAt));
  const { tested, failed } = readJournal();
  if (failed[name]) return `. A test on ${formatTime(failed[name].at)} found that it can't be restored.`;
  const testedAt = tested[name];
  return `, passed its check.${testedAt ? ` Restored and checked on ${formatTime(testedAt)}.` : ""}`;
}

function formatTime(isoDateTime: string): string {
  return formatDateTime(isoDateTime, business.timeZone);
}
