// @own-process: it stores a secret, and copies a database that nothing else holds

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { beforeEach, expect, it, vi } from "vitest";
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
  await tryStart(staging, staging);
  expect(readdirSync(staging)).toEqual(["site.db"]);
});

it("one that the site doesn't start with is refused with what it said", { timeout: 60_000 }, async () => {
  const sqlite = new SqliteDatabase(path.join(staging, "site.db"));
  sqlite.exec("drop table administrators");
  sqlite.close();
  await expect(tryStart(staging, staging)).rejects.toThrow(
    /^The site doesn't start with this backup, so it stays as it is\. .*no such table: administrators/,
  );
  expect(readdirSync(staging)).toEqual(["site.db"]);
});

it("nor does a text in it pass for the site's word that it is open", { timeout: 60_000 }, async () => {
  const sqlite = new SqliteDatabase(path.join(staging, "site.db"));
  sqlite.exec('drop table administrators; create view administrators as select * from "x is open at y"');
  sqlite.close();
  await expect(tryStart(staging, staging)).rejects.toThrow(/no such table: main\.x is open at y/);
});

it("a trial ends where whoever tries does", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
    env: {
      ...process.env,
      ...{
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        TRIAL: "1",
        DATA_DIR: staging,
        BACKUP_DIR: "",
      },
    },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await vi.waitFor(() => expect(printed).toContain(" is open at "), { timeout: 30_000 });
  child.stdin.end();
  await once(child, "exit");
});
