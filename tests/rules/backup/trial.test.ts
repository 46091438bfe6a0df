import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { tryStart } from "~/backup/trial.server";
import { config } from "~/config.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { storeData } from "../../support/backups";

const staging = `${config.DATA_DIR}-staged`;

beforeEach(async () => {
  (await storeData([])).close();
  mkdirSync(staging);
  copyFileSync(databaseFile, path.join(staging, "site.db"));
  return () => rmSync(staging, { recursive: true });
});

it("a database that the site starts with passes, and nothing is left of the start", {
  timeout: 60_000,
}, async () => {
  await tryStart(staging);
  expect(readdirSync(staging)).toEqual(["site.db"]);
});

it("one that the site doesn't start with is refused with what it said", { timeout: 60_000 }, async () => {
  const sqlite = new SqliteDatabase(path.join(staging, "site.db"));
  sqlite.exec("drop table administrators");
  sqlite.close();
  await expect(tryStart(staging)).rejects.toThrow(
    /^The site doesn't start with this backup, so it stays as it is\. .*no such table: administrators/,
  );
  expect(readdirSync(staging)).toEqual(["site.db"]);
});
