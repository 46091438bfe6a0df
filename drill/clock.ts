import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { startMailServer } from "../tests/support/smtp";
import type { Outcome } from "./cases";
import {
  newClock,
  newFolder,
  newVisitor,
  sendCallback,
  startSite,
  storedMessages,
  writeAllTheTime,
} from "./site";
import { signIn } from "./staff";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A session's length, and the seconds that a drill takes. */
const LONGEST_SESSION_MS = 31 * 60_000;

/** Mail that is not sent, but for what a process that ended was sending: that belongs to it for some minutes. */
const waitingMail = () =>
  `select count(*) from outbox where status <> 'sent' and coalesce(lockedUntil, '9999') > '${new Date(Date.now() + 10 * 60_000).toISOString()}'`;

/** Locks an account while the clock is a day ahead, then starts with the right time. */
export async function clockBack(): Promise<Outcome> {
  const data = newFolder();
  const clock = newClock(DAY_MS);
  const tomorrow = await startSite(data, clock.environment);
  const from = newVisitor();
  await lockOut(tomorrow.url, from);
  tomorrow.kill("SIGTERM");
  await tomorrow.ended;
  const today = await startSite(data);
  const { status, retryAfter } = await signIn(today.url, { from });
  today.kill("SIGTERM");
  await today.ended;
  const ok = status === 429 && retryAfter > 0 && retryAfter <= 60;
  return { happened: `set back a day: ${status}, locked for ${retryAfter} s more`, ok };
}

/** Sets the clock of a running site a day ahead: what is over has ended, and people go on. */
export async function clockForward(): Promise<Outcome> {
  const clock = newClock(0);
  const site = await startSite(newFolder(), clock.environment);
  const from = newVisitor();
  const { token } = await signIn(site.url);
  await lockOut(site.url, from);
  const locked = await signIn(site.url, { from });
  clock.set(DAY_MS);
  await sleep(100);
  const old = await staffStatus(site.url, token);
  const again = await signIn(site.url, { from });
  const fresh = await staffStatus(site.url, again.token);
  const written = await sendCallback(site.url, "tomorrow");
  site.kill("SIGTERM");
  await site.ended;
  return {
    happened: `locked ${locked.status}; a day ahead the lock is over (${again.status}), yesterday's session ended (${old}), a new one ${fresh}, a form ${written}`,
    ok: [locked.status, again.status, old, fresh, written].join() === "429,200,401,200,303",
  };
}

/** Moves the clock of a running site ahead and back while forms and mail are sent, and then starts it with the right time. */
export async function clockInRun(): Promise<Outcome> {
  const mail = await startMailServer();
  const [data, backups] = [newFolder(), newFolder()];
  const clock = newClock(30 * DAY_MS);
  const environment = {
    ...clock.environment,
    BACKUP_DIR: backups,
    SMTP_URL: mail.url,
    MAIL_FROM: "office@example.com",
    NOTIFY_EMAIL: "office@example.com",
  };
  const future = await startSite(data, environment);
  await waitForBackups(backups, 1);
  const writers = writeAllTheTime(future.url, 2);
  const pages = new Set<number>();
  for (const ahead of [DAY_MS, 0, -DAY_MS, 365 * DAY_MS, HOUR_MS, -HOUR_MS, 30 * DAY_MS, 0, 30 * DAY_MS]) {
    clock.set(ahead);
    await sleep(500);
    pages.add((await fetch(`${future.url}/inventory`, { headers: newVisitor() })).status);
    pages.add((await signIn(future.url)).status);
  }
  const acknowledged = await writers.stop();
  future.kill("SIGTERM");
  await future.ended;

  clock.set(0);
  const made: number[] = [];
  for (const expected of [2, 2]) {
    const site = await startSite(data, environment);
    await waitForBackups(backups, expected);
    // A backup that nobody asked for would begin with the site.
    await sleep(2_000);
    for (let tries = 0; tries < 300 && count(data, waitingMail()) > 0; tries++) await sleep(100);
    made.push(countBackups(backups));
    site.kill("SIGTERM");
    await site.ended;
  }
  await mail.stop();
  const waiting = count(data, waitingMail());
  const latest = new Date(Date.now() + LONGEST_SESSION_MS).toISOString();
  const longSessions = count(data, `select count(*) from sessions where expiresAt > '${latest}'`);
  const stored = storedMessages(data);
  const lost = acknowledged.filter((message) => !stored.has(message)).length;
  const others = Object.keys(writers.others).join(", ");
  return {
    happened: `9 jumps, ${acknowledged.length} forms, ${lost} lost, others ${others || "none"}; pages ${[...pages].join(", ")}; ${waiting} mails wait, ${longSessions} sessions too long, backups ${made.join(", then ")}`,
    ok:
      acknowledged.length > 0 &&
      lost + waiting + longSessions === 0 &&
      others === "" &&
      [...pages].join() === "200" &&
      made.join() === "2,2",
  };
}

async function lockOut(url: string, from: Record<string, string>): Promise<void> {
  for (let guess = 0; guess < 3; guess++) await signIn(url, { password: `wrong ${guess}`, from });
}

async function staffStatus(url: string, token = ""): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, ...newVisitor() };
  return (await fetch(`${url}/api/admin/repair-requests`, { headers })).status;
}

function countBackups(folder: string): number {
  return readdirSync(folder).filter((name) => name.startsWith("yard-")).length;
}

async function waitForBackups(folder: string, expected: number): Promise<void> {
  for (let tries = 0; tries < 300 && countBackups(folder) < expected; tries++) await sleep(100);
}

function count(dataDir: string, query: string): number {
  const database = new SqliteDatabase(path.join(dataDir, "site.db"), { readonly: true });
  try {
    return Number(database.prepare(query).pluck().get());
  } finally {
    database.close();
  }
}
