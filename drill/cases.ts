import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, copyFileSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import {
  cleanUpWith,
  newFolder,
  newVisitor,
  sendCallback,
  startSite,
  storedMessages,
  writeAllTheTime,
} from "./site";

/** What came of a case: what happened, and whether it is what must be; `ok` is undefined where it cannot run here. */
export interface Outcome {
  happened: string;
  ok: boolean | undefined;
}

const ROUNDS = 12;
const WRITERS = 8;

/** Ends the site without warning while it acknowledges writes. */
export async function kill(): Promise<Outcome> {
  const data = newFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startSite(data);
    const writers = writeAllTheTime(site.url, WRITERS);
    await sleep(300 + Math.random() * 700);
    site.kill("SIGKILL");
    await site.ended;
    acknowledged.push(...(await writers.stop()));
  }
  return countLost(`${ROUNDS} kill -9`, acknowledged, storedMessages(data));
}

/**
 * Copies the files of a site that is writing, as a disk has them when the power goes: halted, so that all are of one moment,
 * without the shared memory, and with a torn page at the end of the log.
 */
export async function powerCut(): Promise<Outcome> {
  const data = newFolder();
  const site = await startSite(data);
  const writers = writeAllTheTime(site.url, WRITERS);
  const acknowledged: string[] = [];
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(200 + Math.random() * 400);
    site.kill("SIGSTOP");
    const known = [...writers.acknowledged];
    const image = newFolder();
    for (const name of ["site.db", "site.db-wal"]) {
      if (existsSync(path.join(data, name))) copyFileSync(path.join(data, name), path.join(image, name));
    }
    site.kill("SIGCONT");
    appendFileSync(path.join(image, "site.db-wal"), Buffer.alloc(1 + Math.random() * 5_000, "torn"));
    const restarted = await startSite(image);
    restarted.kill("SIGTERM");
    await restarted.ended;
    const stored = storedMessages(image);
    lost += known.filter((message) => !stored.has(message)).length;
    acknowledged.push(...known);
  }
  await writers.stop();
  site.kill("SIGKILL");
  return {
    happened: `${ROUNDS} images, ${acknowledged.length} writes looked up, ${lost} lost`,
    ok: lost === 0,
  };
}

/** Fills the disk under a running site, and frees it. */
export async function fullDisk(): Promise<Outcome> {
  const disk = newFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk]).status !== 0)
    return notHere("mount");
  cleanUpWith(() => execFileSync("umount", ["-l", disk]));
  const data = path.join(disk, "data");
  const site = await startSite(data);
  const before = randomUUID();
  const statuses = [await sendCallback(site.url, before)];
  fill(path.join(disk, "filler"));
  let refused: number | undefined = 303;
  for (let write = 0; write < 500 && refused === 303; write++) {
    refused = await sendCallback(site.url, randomUUID());
  }
  const page = (await fetch(`${site.url}/inventory`, { headers: newVisitor() })).status;
  await sleep(5_500);
  const health = await (await fetch(`${site.url}/healthz`)).text();
  rmSync(path.join(disk, "filler"));
  const after = randomUUID();
  statuses.push(await sendCallback(site.url, after));
  site.kill("SIGTERM");
  const end = await site.ended;
  const stored = storedMessages(data);
  const ok =
    statuses.join() === "303,303" && refused === 500 && page === 200 && health.includes("write") && end === 0;
  return {
    happened: `write ${refused}, page ${page}, health ${health}, then ${statuses.at(-1)}, end ${end}`,
    ok: ok && stored.has(before) && stored.has(after),
  };
}

/** Holds the write lock from another process, while visitors read and one writes. */
export async function lock(): Promise<Outcome> {
  const data = newFolder();
  const site = await startSite(data);
  const other = new SqliteDatabase(path.join(data, "site.db"));
  other.exec("begin immediate");
  const writing = sendCallback(site.url, randomUUID());
  let slowest = 0;
  for (const end = performance.now() + 3_000; performance.now() < end; ) {
    const started = performance.now();
    await (
      await fetch(`${site.url}/inventory?page=${Math.random()}`, { headers: newVisitor() })
    ).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - started);
  }
  other.exec("rollback");
  other.close();
  const written = await writing;
  site.kill("SIGTERM");
  await site.ended;
  return {
    happened: `slowest page ${Math.round(slowest)} ms, the waiting write ${written}`,
    ok: slowest < 1_000 && (written === 303 || written === 503),
  };
}

/** Sends one form fifty times at once. */
export async function twice(): Promise<Outcome> {
  const data = newFolder();
  const site = await startSite(data);
  const [message, key] = [randomUUID(), randomUUID()];
  const statuses = await Promise.all(Array.from({ length: 50 }, () => sendCallback(site.url, message, key)));
  site.kill("SIGTERM");
  await site.ended;
  const database = new SqliteDatabase(path.join(data, "site.db"), { readonly: true });
  const rows = database.prepare("select count(*) from repairRequests").pluck().get();
  database.close();
  const accepted = statuses.filter((status) => status === 303).length;
  return { happened: `${accepted} of 50 accepted, ${rows} row`, ok: accepted === 50 && rows === 1 };
}

function countLost(what: string, acknowledged: string[], stored: Set<string>): Outcome {
  const lost = acknowledged.filter((message) => !stored.has(message)).length;
  const ok = lost === 0 && acknowledged.length > 0;
  return { happened: `${what}, ${acknowledged.length} writes acknowledged, ${lost} lost`, ok };
}

export function notHere(what: string): Outcome {
  return { happened: `${what} is not possible here`, ok: undefined };
}

function fill(file: string): void {
  for (const bytes of [65_536, 512]) {
    try {
      while (true) appendFileSync(file, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}
