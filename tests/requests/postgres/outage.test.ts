import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

// Before anything reads the environment. A server of its own, since it is stopped; what it commits survives that.
const server = await vi.hoisted(async () => {
  const { startPostgres } = await import("../../../scripts/postgres-server.mjs");
  const started = await startPostgres({ durable: true });
  process.env.DATABASE_URL = `${started.address}postgres`;
  return started;
});

import { listBackupNames, MANIFEST_FILE } from "~/backup/manifest.server";
import { findBackup, viewBackup } from "~/backup/view.server";
import { takeZip } from "~/backup/zip.server";
import { config } from "~/config.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { lockedSettings } from "~/settings/locked.server";
import { SECTIONS } from "~/settings/sections";
import { isInstalled } from "../../../scripts/installed.mjs";
import { PART_REQUEST_BODY } from "../../support/bodies";
import { retailVehicle } from "../../support/builders";
import { runScript, type StartedSite, startCommand } from "../../support/command";

const DATABASE_URL = `${server.address}postgres`;
/** A data folder of a process of its own. */
const folder = (name: string) => ({
  DATA_DIR: path.join(config.DATA_DIR, "..", name),
  UPLOADS_DIR: path.join(config.DATA_DIR, "..", name, "uploads"),
});
const patience = { timeout: 30_000, interval: 100 };

afterAll(async () => {
  await engine.close();
  server.stop();
});

/** What an administrator does beside the site. */
async function administer(...statements: string[]) {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  let result = await client.query("select");
  for (const statement of statements) result = await client.query(statement);
  await client.end();
  return result.rows;
}

describe("a site whose database goes away", { timeout: 120_000 }, () => {
  let site: StartedSite;
  beforeAll(async () => {
    await migrate(engine);
    site = await startCommand({ ...folder("site"), DATABASE_URL });
  }, 120_000);

  const get = (path: string) => fetch(site.url + path);
  const list = async () => (await get("/inventory")).text();
  const health = async () => (await get("/healthz")).json();
  const request = (name: string) =>
    fetch(`${site.url}/api/part-requests`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        ...PART_REQUEST_BODY,
        customerInfo: { ...PART_REQUEST_BODY.customerInfo, name },
      }),
    });
  const customers = async () => {
    const rows = await db.selectFrom("partRequests").select("customerName").execute();
    return rows.map(({ customerName }) => customerName);
  };

  test("hears of the other processes' changes again after its connections were lost", async () => {
    await retailVehicle({ make: "Honda", model: "Fit" });
    await expect.poll(list, patience).toContain("Honda Fit");
    await administer(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yard'",
    );
    const listening = () =>
      administer("select from pg_stat_activity where application_name = 'yard' and query like 'listen %'");
    // This process and the site.
    await expect.poll(listening, patience).toHaveLength(2);
    await retailVehicle({ make: "Ford", model: "Ranger" });
    await expect.poll(list, patience).toContain("Ford Ranger");
  });

  test("says so until it is back, shows the pages it has, and takes nothing it can't keep", async () => {
    // A page that was made while the change was still being heard of is not kept.
    await list();
    server.halt();
    await expect.poll(health, patience).toMatchObject({ status: "unavailable", failed: "read" });
    expect(await list()).toContain("Ford Ranger");
    for (const path of ["/api/retail-vehicles?limit=7", "/inventory?make=Honda"]) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get("Retry-After")], path).toEqual([503, "1"]);
    }
    expect((await request("Ann During")).status).toBe(503);
    server.start();
    await expect.poll(health, patience).toMatchObject({ status: "ok" });
    await retailVehicle({ make: "Kia", model: "Soul" });
    await expect.poll(list, patience).toContain("Kia Soul");
    expect((await request("Bob After")).status).toBe(201);
    expect(await customers()).toEqual(["Bob After"]);
  });

  test("has kept every request that it has acknowledged", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Customer ${index}`);
    const answers = names.map(async (name) => ((await request(name)).ok ? [name] : []));
    await Promise.any(answers);
    server.halt();
    const acknowledged = (await Promise.all(answers)).flat();
    server.start();
    await expect.poll(() => customers().catch(() => []), patience).not.toEqual([]);
    expect(await customers()).toEqual(expect.arrayContaining(acknowledged));
  });

  test("ends well", async () => {
    const { code, errors } = await site.stop();
    expect([code, errors]).toEqual([0, ""]);
  });
});

test("npm start says in one sentence which database it can't use, and stops", {
  timeout: 120_000,
}, async () => {
  const rules = path.join(server.data, "pg_hba.conf");
  writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, "utf8")}`);
  await administer(
    "select pg_reload_conf()",
    "create role guarded login password 'right'",
    "create database ascii template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'",
  );
  const host = new URL(server.address).host;
  for (const [address, reason] of [
    ["postgres://127.0.0.1:1/yard", "can't be used: connect ECONNREFUSED 127.0.0.1:1"],
    [`${server.address}nowhere`, 'can\'t be used: database "nowhere" does not exist'],
    [
      `postgres://guarded:wrong@${host}/postgres`,
      'can\'t be used: password authentication failed for user "guarded"',
    ],
    [`${server.address}ascii`, "has the encoding SQL_ASCII. Make a database with UTF8: "],
  ] as const) {
    const env = { ...folder("refused"), PORT: "0", DATABASE_URL: address };
    const { code, errors } = await runScript("scripts/start.mjs", { env });
    const name = address.replace(/\/\/[^/]*@/, "//");
    expect([code, errors]).toEqual([1, expect.stringContaining(`DATABASE_URL: ${name} ${reason}`)]);
    expect(errors.trim()).not.toContain("\n");
  }
});

test.skipIf(!isInstalled("openssl"))(
  "an encrypted connection is to a server whose certificate is signed by the named CA, for the name in the address",
  { timeout: 120_000 },
  async () => {
    const made = mkdtempSync(path.join(tmpdir(), "yard-certificates-"));
    const at = (file: string) => path.join(made, file);
    const sign = (...args: string[]) => execFileSync("openssl", args, { cwd: made, stdio: "ignore" });
    const key = ["-newkey", "rsa:2048", "-nodes"];
    sign("req", "-x509", ...key, "-subj", "/CN=Yard", "-days", "2", "-keyout", "ca.key", "-out", "ca.crt");
    sign("req", ...key, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr");
    writeFileSync(at("names"), "subjectAltName=DNS:localhost");
    const ca = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
    sign("x509", "-req", "-in", "server.csr", ...ca, "-days", "2", "-out", "server.crt");
    const { uid, gid } = statSync(server.data);
    for (const file of ["server.key", "server.crt"]) {
      const copy = path.join(server.data, file);
      copyFileSync(at(file), copy);
      chmodSync(copy, 0o600);
      chownSync(copy, uid, gid);
    }
    await administer("alter system set ssl = on");
    await administer("select pg_reload_conf()");
    const { port } = new URL(server.address);
    const address = (host: string, options = "") =>
      `postgres://postgres@${host}:${port}/postgres?sslmode=verify-full${options}`;
    const named = `&sslrootcert=${at("ca.crt")}`;
    const accepted: Record<string, string>[] = [
      { DATABASE_URL: address("localhost", named) },
      { DATABASE_URL: address("localhost"), NODE_EXTRA_CA_CERTS: at("ca.crt") },
    ];
    for (const env of accepted) {
      const site = await startCommand({ ...folder("encrypted"), ...env });
      expect(
        await administer(
          "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'yard' and ssl",
        ),
      ).toHaveLength(1);
      await site.stop();
    }
    for (const [url, reason] of [
      [address("localhost"), "unable to verify the first certificate"],
      [address("127.0.0.1", named), "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 "],
    ] as const) {
      const env = { ...folder("refused"), PORT: "0", DATABASE_URL: url };
      const { code, errors } = await runScript("scripts/start.mjs", { env });
      expect([code, errors]).toEqual([1, expect.stringContaining(` can't be used: ${reason}`)]);
      expect(errors.trim()).not.toContain("\n");
    }
    rmSync(made, { recursive: true });
  },
);

test("backup and restore name PostgreSQL's own tools", async () => {
  const env = { ...folder("commands"), DATABASE_URL };
  for (const [script, ...args] of [
    ["scripts/backup.mjs"],
    ["scripts/restore.mjs", "backups/yard"],
  ] as const) {
    const { code, errors } = await runScript(script, { env, args });
    expect([code, errors]).toEqual([1, expect.stringMatching(/pg_dump[^\n]*\n$/)]);
  }
});

test("the settings of backups can't be changed, since none of them counts", () => {
  const section = SECTIONS.find(({ id }) => id === "backups");
  const locked = section ? lockedSettings(section) : {};
  expect(Object.entries(locked).map(([name, { variable }]) => [name, variable])).toEqual([
    ["backups.nightly", "DATABASE_URL"],
    ["backups.folder", "DATABASE_URL"],
    ["backups.days", "DATABASE_URL"],
  ]);
});

test("the page Backups has none to restore, and takes none", async () => {
  // From before the move.
  const name = "yard-20261122-030000Z";
  config.BACKUP_DIR = path.join(config.DATA_DIR, "backups");
  mkdirSync(path.join(config.BACKUP_DIR, name), { recursive: true });
  writeFileSync(path.join(config.BACKUP_DIR, name, MANIFEST_FILE), "{}");
  expect(listBackupNames(config.BACKUP_DIR)).toEqual([name]);
  expect(viewBackup(name)).toBeUndefined();
  expect(findBackup(name)).toBeUndefined();
  await expect(takeZip("backup.zip")).rejects.toThrow("pg_dump");
});
