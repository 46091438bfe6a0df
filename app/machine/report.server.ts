import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { arch, freemem, platform, totalmem } from "node:os";
import { formatBytes } from "~/backup/files.server";
import { backupFolder } from "~/backup/folder.server";
import { readJournal } from "~/backup/journal.server";
import { FAILURE_TITLES, readBackupStatus } from "~/backup/status.server";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { db, engine } from "~/db/connection.server";
import { type NotedError, readErrors } from "~/http/error-journal.server";
import { isMailOn, mailPasswordState } from "~/mail/settings.server";
import { RELEASE, VERSION } from "~/program.server";
import { countNoun, formatDateTime } from "~/values/format";

/** One thing that is checked: `bad` needs attention, `warn` soon will. */
interface Finding {
  title: string;
  tone: "good" | "warn" | "bad";
  text: string;
  /** Where it can be fixed. */
  to?: string;
}

/** Several errors of one kind, in plain words. */
interface ErrorGroup {
  text: string;
  count: number;
  lastAt: string;
}

const GIGABYTE = 1024 ** 3;
/** Less free than this, and a backup or a day's photos may not fit. */
const LOW_DISK = 2 * GIGABYTE;
const FULL_DISK = GIGABYTE / 2;

/** The state of the machine, and the same as a text for a support person. */
export async function loadReport(now: Date) {
  const findings = [
    ...(await diskFindings()),
    await mailFinding(),
    backupFinding(now),
    await databaseFinding(),
    memoryFinding(),
  ];
  const errors = groupErrors(readErrors(now));
  const about = [
    `Version ${VERSION}${RELEASE ? `, release ${RELEASE}` : ""}`,
    `Node ${process.version}, ${platform()} ${arch()}, ${engine.isShared ? "PostgreSQL" : "SQLite"}`,
    `Running for ${formatDuration(process.uptime())}`,
  ];
  return {
    findings,
    errors: errors.map((group) => ({ ...group, lastAt: formatDateTime(group.lastAt, business.timeZone) })),
    about,
    support: toText(about, findings, errors, now),
  };
}

/** Without names, addresses, folders or anything of a customer's. */
function toText(
  about: readonly string[],
  findings: readonly Finding[],
  errors: readonly ErrorGroup[],
  now: Date,
): string {
  return [
    `Report of ${now.toISOString()}`,
    ...about,
    "",
    ...findings.map(({ title, tone, text }) => `${title}: ${text}${tone === "good" ? "" : ` [${tone}]`}`),
    "",
    errors.length > 0 ? "Errors of the last 24 hours:" : "No errors in the last 24 hours.",
    ...errors.map(({ text, count, lastAt }) => `${count} × ${text} Last at ${lastAt}.`),
  ].join("\n");
}

async function diskFindings(): Promise<Finding[]> {
  const folders = [
    ["data", config.DATA_DIR],
    ...(config.UPLOADS_URL ? [] : [["pictures", config.UPLOADS_DIR]]),
    ...(config.DATABASE_URL ? [] : [["backups", backupFolder()]]),
  ];
  // Most machines have one disk for all of them.
  const disks = new Map<number, { of: string[]; free: number; size: number }>();
  for (const [of = "", folder = ""] of folders) {
    if (!existsSync(folder)) continue;
    const { bavail, blocks, bsize } = await statfs(folder);
    const { dev } = statSync(folder);
    const before = disks.get(dev)?.of ?? [];
    disks.set(dev, { of: [...before, of], free: bavail * bsize, size: blocks * bsize });
  }
  return [...disks.values()].map(({ of, free, size }) => ({
    title: `Disk of ${of.join(", ")}`,
    tone: free < FULL_DISK ? "bad" : free < LOW_DISK ? "warn" : "good",
    text: `${formatBytes(free)} of ${formatBytes(size)} free.`,
  }));
}

async function mailFinding(): Promise<Finding> {
  const rows = await db
    .selectFrom("outbox")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("status", "in", ["waiting", "failed"])
    .groupBy("status")
    .execute();
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  const [waiting, failed] = [countOf("waiting"), countOf("failed")];
  if (!isMailOn())
    return {
      title: "Email",
      tone: "warn",
      text: "Off: nobody is emailed about new requests.",
      to: "/admin/settings/mail",
    };
  if (mailPasswordState() !== "stored")
    return {
      title: "Email",
      tone: "bad",
      text: "The mail server's password has to be entered again. Until then messages wait.",
      to: "/admin/settings/mail",
    };
  const tone = failed > 0 ? "bad" : waiting > 10 ? "warn" : "good";
  return { title: "Email", tone, text: `${waiting} waiting, ${failed} failed.`, to: "/admin/mail" };
}

function backupFinding(now: Date): Finding {
  const title = "Backups";
  const to = "/admin/backups";
  if (config.DATABASE_URL)
    return { title, tone: "warn", text: "Unknown: PostgreSQL is backed up with its own tools." };
  const { isNightly, last, isOverdue, failure } = readBackupStatus(now);
  const { tested } = readJournal();
  const lastTest = Object.values(tested).sort().at(-1);
  const made = last ? `The newest is from ${time(last.createdAt)}.` : "No backups yet.";
  const checked = lastTest ? ` The last test restore was on ${time(lastTest)}.` : "";
  if (failure) {
    const text =
      failure.of === "folder"
        ? `${FAILURE_TITLES.folder}, so it isn't known how many there are.`
        : `${FAILURE_TITLES[failure.of]}, on ${time(failure.at)}. ${made}`;
    return { title, tone: "bad", text, to };
  }
  if (!isNightly)
    return {
      title,
      tone: "warn",
      text: `Nightly backups are off. ${made}${checked}`,
      to: "/admin/settings/backups",
    };
  return { title, tone: isOverdue ? "bad" : "good", text: `${made}${checked}`, to };
}

async function databaseFinding(): Promise<Finding> {
  const title = "Database";
  try {
    await engine.tryRead();
    await engine.tryWrite();
    return { title, tone: "good", text: "Can be read and written." };
  } catch (error) {
    const code = (error as { code?: unknown }).code ?? (error as Error).name;
    return { title, tone: "bad", text: `Can't be read or written (${String(code)}).` };
  }
}

function memoryFinding(): Finding {
  const text = `The site uses ${formatBytes(process.memoryUsage.rss())}; ${formatBytes(freemem())} of the machine's ${formatBytes(totalmem())} are free.`;
  return { title: "Memory", tone: "good", text };
}

/** What the log says, as someone at the counter reads it. */
const IN_WORDS: Record<string, string> = {
  "request failed": "A page or an API call failed.",
  "storing a picture failed": "A photo could not be stored.",
  "claiming a picture failed": "The photo storage didn't answer.",
  "settings could not be read": "The settings could not be read.",
  "restore failed": "A backup could not be restored.",
};
const CODES: Record<string, string> = {
  SQLITE_FULL: "The disk is full.",
  ENOSPC: "The disk is full.",
  SQLITE_BUSY: "The database was busy for too long.",
  SQLITE_CORRUPT: "The database is damaged: restore a backup.",
  EACCES: "The site isn't allowed to read or write one of its folders.",
  EROFS: "The disk is read-only.",
  ECONNREFUSED: "A server that the site needs couldn't be reached.",
};

/** Errors of one kind together, the most frequent first. */
function groupErrors(errors: readonly NotedError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { at, what, code } of errors) {
    const text = inWords(what, code);
    const before = groups.get(text);
    groups.set(text, { text, count: (before?.count ?? 0) + 1, lastAt: at });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

function inWords(what: string, code: string | undefined): string {
  const job = /^job failed: (.*)$/.exec(what)?.[1];
  const said = job
    ? `A task in the background failed: ${job}.`
    : (IN_WORDS[what] ?? `${what.charAt(0).toUpperCase()}${what.slice(1)}.`);
  const why = code === undefined ? "" : (CODES[code] ?? `(${code})`);
  return why ? `${said} ${why}` : said;
}

function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const [number, unit] =
    hours >= 48
      ? [Math.floor(hours / 24), "day"]
      : hours >= 1
        ? [hours, "hour"]
        : [Math.max(1, Math.round(seconds / 60)), "minute"];
  return countNoun(number, unit);
}

function time(isoDateTime: string): string {
  return formatDateTime(isoDateTime, business.timeZone);
}
