import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openCounters } from "~/db/sqlite/counters.server";
import { consumeRateLimit } from "~/http/rate-limits.server";

afterEach(() => {
  vi.useRealTimers();
});

describe("the file of rate limits", () => {
  test.each([
    ["is no database", Buffer.from("no database at all".repeat(500))],
    ["is cut short", undefined],
  ])("that %s is set aside under a dated name and made anew", (_what, content) => {
    const folder = mkdtempSync(path.join(tmpdir(), "yard-limits-"));
    const file = path.join(folder, "limits.db");
    writeFileSync(file, content ?? cutDatabase());
    openCounters(file);
    const made = new SqliteDatabase(file, { readonly: true });
    expect(made.prepare("select count(*) from rateLimits").pluck().get()).toBe(0);
    made.close();
    const aside = () =>
      readdirSync(folder).filter((name) => /^limits\.db\.broken-\d{4}-\d\d-\d\dT[^-]+-\d+-[^-]+$/.test(name));
    expect(aside()).toHaveLength(1);
    openCounters(file);
    expect(aside()).toHaveLength(1);
  });
});

describe("a rate limit", () => {
  test("lasts no longer than its own length where the clock is set back a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    const ask = () => consumeRateLimit("partRequest", "203.0.113.77");
    for (let time = 0; time < 20; time++) expect(await ask()).toEqual({ ok: true });
    expect(await ask()).toEqual({ ok: false, retryAfter: 3600 });
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000);
    expect(await ask()).toEqual({ ok: false, retryAfter: 3600 });
    vi.setSystemTime(Date.now() + 3600 * 1000);
    expect(await ask()).toEqual({ ok: true });
  });
});

/** A database whose later pages are missing, as after a power cut on a disk that lies. */
function cutDatabase(): Buffer {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-limits-")), "limits.db");
  const counters = new SqliteDatabase(file);
  counters.exec("create table rateLimits (key text primary key, points integer, expire integer)");
  const insert = counters.prepare("insert into rateLimits (key, points, expire) values (?, 1, 1)");
  for (let row = 0; row < 2_000; row++) insert.run(`some key ${row}`);
  const whole = counters.serialize();
  counters.close();
  return whole.subarray(0, 8192);
}
