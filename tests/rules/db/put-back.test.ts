import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { migrate, migrations } from "~/db/migrate.server";
import { openDatabase } from "~/db/sqlite/open.server";
import { appliedMigrations, putBackDatabase } from "../../../scripts/update-database.mjs";

const newer = {
  ...migrations,
  "9999-12-31-next": {
    up: async (db: Kysely<unknown>) => {
      await sql`alter table vinDecodes add column extra text`.execute(db);
    },
  },
};

it("an update that is taken back leaves the database as the former version knows it, and keeps the other", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-put-back-")), "site.db");
  const former = openDatabase(file);
  await migrate(former);
  former.sqlite.prepare("insert into vinDecodes values ('V', '{}', '2026')").run();
  former.close();
  const before = appliedMigrations(process.cwd(), file);

  const next = openDatabase(file);
  await migrate(next, newer);
  // A process that was killed leaves its journal.
  next.sqlite.pragma("wal_autocheckpoint = 0");
  next.sqlite
    .prepare("insert into vinDecodes (vin, entry, decodedAt, extra) values ('W', '{}', '2026', 'x')")
    .run();
  const kept = putBackDatabase(process.cwd(), before, file);

  const back = openDatabase(file);
  expect(await migrate(back)).toEqual([]);
  expect(back.sqlite.prepare("select vin from vinDecodes").pluck().all()).toEqual(["V"]);
  expect(back.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  const other = new SqliteDatabase(String(kept), { readonly: true });
  expect(other.prepare("select vin from vinDecodes").pluck().all()).toEqual(["V", "W"]);
});

it("a release that migrated nothing leaves the database alone", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-put-back-")), "site.db");
  const opened = openDatabase(file);
  await migrate(opened);
  opened.close();
  expect(putBackDatabase(process.cwd(), appliedMigrations(process.cwd(), file), file)).toBeUndefined();
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes("migrated"))).toEqual([]);
});
