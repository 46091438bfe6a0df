import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { makeBackup } from "~/backup/backup.server";
import { restoreBackup } from "~/backup/restore.server";
import { config } from "~/config.server";
import { BACKUP_LOCK, MOVE_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { takeDataLock } from "~/db/sqlite/secret.server";
import { deleteLeftStaging } from "~/db/sqlite/staging.server";
import { addVehicle, stockNumbers, storeData } from "../../support/backups";

const { folder, disk } = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return { folder: process.env.BACKUP_DIR, disk: { renames: 0, failsAt: 0, isKilled: false } };
});

// A disk whose n-th rename fails, or ends all that is written to it, as the end of the process does.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const renameSync = (from: string, to: string) => {
    disk.renames += 1;
    if (disk.renames === disk.failsAt || (disk.isKilled && disk.renames > disk.failsAt))
      throw new Error("EIO: i/o error, rename");
    // A crash at any rename leaves a database to start with.
    if (!fs.existsSync(databaseFile)) throw new Error("There is a moment without a database.");
    fs.renameSync(from, to);
  };
  const rmSync = (...args: Parameters<typeof fs.rmSync>) => {
    if (!disk.isKilled || disk.renames < disk.failsAt) fs.rmSync(...args);
  };
  return { ...fs, renameSync, rmSync };
});

let backup: string;
beforeEach(async () => {
  Object.assign(disk, { renames: 0, failsAt: 0, isKilled: false });
  for (const old of [folder, config.DATA_DIR, config.UPLOADS_DIR])
    rmSync(old, { recursive: true, force: true });
  const stored = await storeData(["red", "blue"]);
  backup = (await makeBackup()).path;
  const [red = ""] = stored.publicIds;
  rmSync(path.join(config.UPLOADS_DIR, red), { recursive: true });
  await addVehicle(stored.sqlite, "green");
  stored.close();
  writeFileSync(path.join(config.DATA_DIR, "session-secret"), "another".repeat(6));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listData = () => [readdirSync(config.DATA_DIR).sort(), readdirSync(config.UPLOADS_DIR).sort()];
const restore = () => restoreBackup(backup, { confirm: async () => true, tryStart: async () => {} });

it("a restore that fails at any of its steps leaves everything as it was", async () => {
  let failures = 0;
  const before = listData();
  for (;;) {
    disk.renames = 0;
    disk.failsAt = failures + 1;
    const problem = await restore().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem === undefined) break;
    failures += 1;
    expect(problem).toBe("The restore failed: EIO: i/o error, rename. Everything is as it was.");
    disk.failsAt = 0;
    expect(listData()).toEqual(before);
    expect(stockNumbers()).toEqual(["blue", "green", "red"]);
  }
  // A picture in, the database, the secret, a picture out.
  expect(failures).toBe(4);
  expect(stockNumbers()).toEqual(["blue", "red"]);
  expect(existsSync(`${databaseFile}-wal`)).toBe(false);
});

it.each([
  [1, "a picture comes in", ["blue", "green", "red"], "another"],
  [2, "the database is replaced", ["blue", "green", "red"], "another"],
  [3, "the secret is replaced", ["blue", "red"], "secret"],
  [4, "a picture goes out", ["blue", "red"], "secret"],
])(
  "a restore that is killed at rename %i, before %s, leaves each database with its own secret, once the site starts",
  async (rename, _step, vehicles, secret) => {
    Object.assign(disk, { renames: 0, failsAt: rename, isKilled: true });
    await expect(restore()).rejects.toThrow();
    Object.assign(disk, { failsAt: 0, isKilled: false });
    takeDataLock("shared")?.release();
    deleteLeftStaging();
    expect(stockNumbers()).toEqual(vehicles);
    expect(readFileSync(path.join(config.DATA_DIR, "session-secret"), "utf8")).toMatch(`${secret}${secret}`);
    const left = /^session-secret\.of-|^\.restoring/;
    expect(readdirSync(config.DATA_DIR).filter((name) => left.test(name))).toEqual([]);
  },
);

it("what a test of a backup or a move is working on stays, however many sites start meanwhile", () => {
  const left = () => readdirSync(config.DATA_DIR).filter((name) => name.startsWith("."));
  for (const name of [".testing-restore", ".moving-backup", ".moving"])
    mkdirSync(path.join(config.DATA_DIR, name));
  const locks = [BACKUP_LOCK, MOVE_LOCK].map((lock) => takeLock(lock, "exclusive"));
  deleteLeftStaging();
  expect(left()).toEqual([".moving-backup", ".testing-restore"]);
  for (const lock of locks) lock?.release();
  deleteLeftStaging();
  expect(left()).toEqual([]);
});
