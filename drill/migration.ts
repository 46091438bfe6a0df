import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { inProject } from "../scripts/project.mjs";
import type { Outcome } from "./cases";
import { launchSite, newFolder, newVisitor, startSite } from "./site";

const ROUNDS = 8;
/** So many that its migrations take a while. */
const VEHICLES = 10_000;
const PAGE_BYTES = 4_096;
const START_TIMEOUT_MS = 60_000;

/**
 * Ends the site at many moments while it migrates the database of an old release. What is on disk then, and what would be if the
 * end of the log had not been written, must be the database from before or from after, and the next start brings it up to date.
 */
export async function migrationCut(): Promise<Outcome> {
  const old = makeOldData();
  const before = inspect(old);
  const lengthMs = await migrateOnce(copyData(old));
  const found = { before: 0, after: 0 };
  let images = 0;
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const data = copyData(old);
    const site = await launchSite(data);
    await untilMigrating(data);
    await sleep((2 * lengthMs * (round + Math.random())) / ROUNDS);
    site.kill("SIGSTOP");
    const image = copyData(data);
    site.kill("SIGKILL");
    await site.ended;
    const state = inspect(data);
    found[state.migrations === before.migrations ? "before" : "after"] += 1;
    if (state.problem) problems.push(state.problem);
    await finish(data);
    // Until the log is merged into the database file, any part of it may not have been synced.
    if (!readDatabase(image).equals(readDatabase(old))) continue;
    for (const damaged of damage(image)) {
      images += 1;
      const { migrations, problem } = inspect(damaged);
      if (problem) problems.push(problem);
      if (migrations !== before.migrations && migrations !== listMigrations())
        problems.push(`half migrated: ${migrations}`);
      if (round === ROUNDS - 1) await finish(damaged);
    }
  }
  return {
    happened: `${ROUNDS} kill -9 in ${Math.round(lengthMs)} ms, ${found.before} before and ${found.after} after, ${images} damaged logs${problems.length > 0 ? `; ${[...new Set(problems)].join("; ")}` : ""}`,
    ok: problems.length === 0 && found.before > 0,
  };

  /** Starts the site on what is left, which must bring it up to date. */
  async function finish(data: string): Promise<void> {
    const site = await startSite(data);
    const page = (await fetch(`${site.url}/inventory`, { headers: newVisitor() })).status;
    site.kill("SIGTERM");
    await site.ended;
    const { migrations, problem, vehicles } = inspect(data);
    if (problem) problems.push(problem);
    if (migrations !== listMigrations()) problems.push(`after the next start: ${migrations}`);
    if (vehicles !== before.vehicles) problems.push(`${vehicles} vehicles`);
    if (page !== 200) problems.push(`page ${page}`);
  }
}

/** The data of the first release, with many vehicles. */
function makeOldData(): string {
  const data = newFolder();
  const database = new SqliteDatabase(path.join(data, "site.db"));
  database.exec(readFileSync(inProject("tests", "fixtures", "released", "1.0.0.sql"), "utf8"));
  const columns = database.pragma('table_info("retailVehicles")') as { name: string }[];
  const values = columns.map(({ name }) => {
    if (name === "id") return "'01DRILL' || printf('%019d', value)";
    return name.startsWith("stockNumber") ? "'drill' || value" : `"${name}"`;
  });
  database.exec(`with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < ${VEHICLES})
    insert into retailVehicles select ${values.join(", ")} from (select * from retailVehicles limit 1), numbers`);
  database.pragma("journal_mode = WAL");
  database.close();
  return data;
}

function copyData(from: string): string {
  const to = newFolder();
  // Not the shared memory, which a power cut does not leave.
  for (const name of readdirSync(from))
    if (/^site\.db(-wal)?$/.test(name)) copyFileSync(path.join(from, name), path.join(to, name));
  return to;
}

/** How long the migrations take here, from their snapshot to their commit, in milliseconds. */
async function migrateOnce(data: string): Promise<number> {
  const site = await launchSite(data);
  await untilMigrating(data);
  const started = performance.now();
  const database = new SqliteDatabase(path.join(data, "site.db"), { readonly: true });
  const applied = database.prepare("select count(*) from kysely_migration").pluck();
  const before = applied.get();
  while (applied.get() === before) await sleep(2);
  database.close();
  const ms = performance.now() - started;
  site.kill("SIGKILL");
  await site.ended;
  return ms;
}

/** Waits for the snapshot, after which the migrations begin. */
async function untilMigrating(data: string): Promise<void> {
  const isSnapshot = (name: string) => /\.before-[\w-]+$/.test(name);
  for (
    const end = performance.now() + START_TIMEOUT_MS;
    !readdirSync(data).some(isSnapshot);
    await sleep(2)
  ) {
    if (performance.now() > end) throw new Error("The migrations did not begin.");
  }
}

/** Copies of an image whose log has lost its end, or a page in it, or has a torn one. */
function damage(image: string): string[] {
  const log = path.join(image, "site.db-wal");
  const length = existsSync(log) ? statSync(log).size : 0;
  const copies = Array.from({ length: 3 }, () => copyData(image));
  if (length === 0) return copies.slice(0, 1);
  const [cut = "", hole = "", torn = ""] = copies.map((copy) => path.join(copy, "site.db-wal"));
  truncateSync(cut, Math.floor(Math.random() * length));
  const bytes = readFileSync(hole);
  const at = Math.floor(Math.random() * length);
  bytes.fill(0, at, Math.min(at + PAGE_BYTES, length));
  writeFileSync(hole, bytes);
  bytes.fill("torn", at);
  writeFileSync(torn, bytes);
  return copies;
}

function readDatabase(data: string): Buffer {
  return readFileSync(path.join(data, "site.db"));
}

function inspect(data: string): { migrations: string; vehicles: number; problem: string | undefined } {
  const database = new SqliteDatabase(path.join(data, "site.db"));
  try {
    const check = String(database.pragma("integrity_check", { simple: true }));
    const broken = database.pragma("foreign_key_check") as unknown[];
    const names = database.prepare("select name from kysely_migration order by name").pluck().all();
    return {
      migrations: names.join(),
      vehicles: Number(database.prepare("select count(*) from retailVehicles").pluck().get()),
      problem: check !== "ok" ? check : broken.length > 0 ? "broken references" : undefined,
    };
  } finally {
    database.close();
  }
}

function listMigrations(): string {
  return readdirSync(inProject("migrations"))
    .map((file) => file.replace(/\.ts$/, ""))
    .sort()
    .join();
}
