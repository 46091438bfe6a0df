import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PART_REQUEST_BODY, RETAIL_BODY } from "../support/bodies";
import { runScript, startCommand, startScript } from "../support/command";
import { photo } from "../support/pictures";
import { canMount, mountSmallDisk } from "../support/small-disk";

const PASSWORD = "correct horse battery";
const server = process.env.TEST_POSTGRES ?? "";
const folder = mkdtempSync(path.join(tmpdir(), "yard-move-"));
const databases = ["site", "backup"].map((name) => `move_${name}_${randomUUID().replaceAll("-", "")}`);
const [address = "", addressOfBackup = ""] = databases.map((name) => server + name);

const at = (name: string) => path.join(folder, name);
const onSqlite = {
  DATA_DIR: at("data"),
  UPLOADS_DIR: at("uploads"),
  DATABASE_URL: "",
  BACKUP_DIR: "",
  ADMIN_USERNAME: "ann",
  ADMIN_PASSWORD: PASSWORD,
};
const onPostgres = { ...onSqlite, DATABASE_URL: address };

describe.skipIf(!server)("npm run move -- --to", () => {
  beforeAll(() => onServer("create database", databases));
  afterAll(async () => {
    await onServer("drop database if exists", databases, "with (force)");
    rmSync(folder, { recursive: true, force: true });
  });

  test("moves a running site to PostgreSQL and back, and loses nothing that was acknowledged", async () => {
    const before = await startCommand(onSqlite);
    const token = await signIn(before.url);
    expect(await request(before.url, "Before the move")).toBe(201);
    const picture = await upload(before.url, token);

    const move = startScript("scripts/move.mjs", ["--to", address, "--uploads", at("pictures")], onSqlite);
    await move.says("Now stop or restart the site");
    const moving = await Promise.all([fetch(before.url), request(before.url, "While it moves")]);
    expect([moving[0].status, moving[1]]).toEqual([200, 503]);
    // It waits for the end of the move.
    const starting = startCommand({ ...onPostgres, UPLOADS_DIR: at("pictures") });
    await before.stop();
    const moved = await move.ended;
    expect([moved.code, moved.errors]).toEqual([0, ""]);
    expect(moved.output).toMatch(
      /\d+ records in \d+ tables copied in [\d.]+ s; every table's count and hashes are the same\./,
    );
    expect(moved.output).toMatch(/The site has stopped\. Writing was stopped for \d+\.\d s\./);
    expect(moved.output).toContain("1 picture copied");

    const after = await starting;
    expect(await customers(after.url, token)).toEqual(["Before the move"]);
    expect((await fetch(after.url + picture)).status).toBe(200);
    expect(await request(after.url, "On PostgreSQL")).toBe(201);

    const refused = await runScript("scripts/move.mjs", { args: ["--to", "sqlite"], env: onPostgres });
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(
        /site\.db has data in it \(\d+ records\)\. Nothing was changed; to replace everything in it, add --replace\.\n$/,
      ),
    ]);
    const back = startScript("scripts/move.mjs", ["--to", "sqlite", "--replace"], onPostgres);
    await back.says("Now stop or restart the site");
    expect(await request(after.url, "While it moves back")).toBe(503);
    await after.stop();
    const returned = await back.ended;
    expect([returned.code, returned.errors]).toEqual([0, ""]);
    expect(returned.output).toMatch(
      /The previous data is in \S+before-move-\S+; delete it when all is well\./,
    );

    const again = await startCommand(onSqlite);
    expect(await customers(again.url, token)).toEqual(["On PostgreSQL", "Before the move"]);
    expect(await request(again.url, "Back on SQLite")).toBe(201);
    await again.stop();
  }, 120_000);

  test("moves a backup with its pictures, while nothing is stopped", async () => {
    const BACKUP_DIR = at("backups");
    const made = await runScript("scripts/backup.mjs", { env: { ...onSqlite, BACKUP_DIR } });
    const backup = made.output.trim().split("\n").at(-1) ?? "";
    const args = ["--from", backup, "--to", addressOfBackup, "--uploads", at("from-backup")];
    const moved = await runScript("scripts/move.mjs", { args, env: onSqlite });
    expect([moved.code, moved.errors]).toEqual([0, ""]);
    expect(moved.output).toContain("1 picture copied");
    expect(moved.output).toContain("A backup was copied, so no writing was stopped.");
    // Again it replaces its own copy.
    expect((await runScript("scripts/move.mjs", { args, env: onSqlite })).code).toBe(0);
  }, 60_000);

  test.skipIf(!canMount)(
    "onto a disk that is full half way leaves no database, and again completes it",
    async () => {
      const client = new pg.Client(addressOfBackup);
      await client.connect();
      await client.query(
        `insert into "vinDecodes" select i, repeat(md5(i::text), 40), '' from generate_series(1, 5000) i`,
      );
      await client.end();
      const disk = mountSmallDisk("5m");
      const DATA_DIR = path.join(disk.folder, "data");
      const move = () =>
        runScript("scripts/move.mjs", {
          args: ["--to", "sqlite"],
          env: { ...onPostgres, DATABASE_URL: addressOfBackup, DATA_DIR },
        });
      expect(await move()).toMatchObject({
        code: 1,
        errors: "The move stopped: vinDecodes: database or disk is full. Run it again to continue.\n",
      });
      expect(readdirSync(DATA_DIR).filter((name) => !name.endsWith(".lock"))).toEqual([]);
      execFileSync("mount", ["-o", "remount,size=50m", disk.folder]);
      expect(await move()).toMatchObject({ code: 0, errors: "" });
      expect(readdirSync(DATA_DIR)).toContain("site.db");
    },
    60_000,
  );

  test.each([
    [
      ["--to", "mysql://host/yard"],
      "--to must be a database such as postgres://user:password@db.example.com/yard, or sqlite.",
    ],
    [["--to", "sqlite"], "--to sqlite copies the database that DATABASE_URL names; it is not set."],
    [["--from", "backup", "--to", "sqlite"], "To put a backup in DATA_DIR, use npm run restore."],
    [
      ["--to", `${server}nowhere`, "--uploads", at("pictures")],
      expect.stringMatching(
        /^--to: postgres:\/\/\S+\/nowhere can't be used: database "nowhere" does not exist$/,
      ),
    ],
    [
      ["--from", tmpdir(), "--to", address],
      expect.stringMatching(/ is not a backup: it has no manifest\.json\.$/),
    ],
  ])("%j is one sentence before anything is copied", async (args, sentence) => {
    const { code, output, errors } = await runScript("scripts/move.mjs", { args, env: onSqlite });
    expect([code, output, errors.trim()]).toEqual([1, "", sentence]);
  });

  test("without a place, and with an option that it does not know, shows how it is used", async () => {
    for (const args of [[], ["--too", address], ["--to"], ["--replace"]]) {
      const { code, errors } = await runScript("scripts/move.mjs", { args, env: onSqlite });
      expect([code, errors]).toEqual([2, expect.stringMatching(/^npm run move copies /)]);
    }
  });
});

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "ann", password: PASSWORD }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

async function request(url: string, name: string): Promise<number> {
  const body = { ...PART_REQUEST_BODY, customerInfo: { ...PART_REQUEST_BODY.customerInfo, name } };
  const answer = await fetch(`${url}/api/part-requests`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/** Whose requests there are, as a session sees them that was opened before. */
async function customers(url: string, token: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/admin/part-requests`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const requests = (await answer.json()) as { customerInfo: { name: string } }[];
  return requests.map(({ customerInfo }) => customerInfo.name);
}

/** The address of a picture that a vehicle has. */
async function upload(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(await photo(320, 240).png().toBuffer())]), "car.png");
  const uploaded = await fetch(`${url}/api/admin/upload`, { method: "POST", headers, body: form });
  const { url: imageUrl } = (await uploaded.json()) as { url: string };
  const stored = await fetch(`${url}/api/admin/retail-vehicles`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ ...RETAIL_BODY, imageUrl }),
  });
  expect(stored.status).toBe(201);
  return imageUrl;
}

async function onServer(command: string, names: string[], end = ""): Promise<void> {
  const client = new pg.Client(`${server}postgres`);
  await client.connect();
  for (const name of names) await client.query(`${command} ${name} ${end}`);
  await client.end();
}
