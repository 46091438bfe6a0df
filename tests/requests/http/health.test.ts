// @own-process: it moves a clock that the site shares

import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { databaseFile } from "~/db/sqlite/open.server";
import { openFile, withoutTables } from "../../support/database";
import { type Site, startSite } from "../../support/site";

let site: Site;
let sqlite: ReturnType<typeof openFile>;
beforeAll(async () => {
  site = await startSite();
  sqlite = openFile();
});

const OK = [200, { status: "ok" }];
const UNREADABLE = [503, { status: "unavailable", failed: "read" }];

// A result is kept for some seconds of this clock, which the site shares.
const realNow = performance.now.bind(performance);
let skipped = 0;
vi.spyOn(performance, "now").mockImplementation(() => realNow() + skipped);

async function health() {
  const answer = await site.fetch("/healthz");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  return [answer.status, await answer.json()];
}

function healthLater() {
  skipped += 10_000;
  return health();
}

test("a site that can read and write is well, and is asked once for many who ask", async () => {
  const before = sqlite.pragma("data_version");
  expect(await Promise.all(Array.from({ length: 50 }, health))).toEqual(Array(50).fill(OK));
  expect(sqlite.pragma("data_version")).toEqual([{ data_version: dataVersion(before) + 1 }]);
});

test("a table that is lost cannot be read, until it is back", async () => {
  expect(await healthLater()).toEqual(OK);
  await withoutTables(["retailVehicles"], async () => {
    expect(await health()).toEqual(OK);
    expect(await healthLater()).toEqual(UNREADABLE);
  });
  expect(await healthLater()).toEqual(OK);
});

test("a database file that was deleted or replaced cannot be read, although the open one answers", async () => {
  const away = `${databaseFile}.away`;
  renameSync(databaseFile, away);
  expect(await healthLater()).toEqual(UNREADABLE);
  copyFileSync(away, databaseFile);
  expect(await healthLater()).toEqual(UNREADABLE);
  renameSync(away, databaseFile);
  expect(await healthLater()).toEqual(OK);
});

test("a database file that is broken cannot be read", async () => {
  sqlite.pragma("wal_checkpoint(truncate)");
  writeFileSync(databaseFile, "no database at all".repeat(500), { flag: "r+" });
  expect(await healthLater()).toEqual(UNREADABLE);
});

function dataVersion(pragma: unknown): number {
  return (pragma as { data_version: number }[])[0]?.data_version ?? 0;
}
