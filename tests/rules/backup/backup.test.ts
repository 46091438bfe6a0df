import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { open as openZip } from "yauzl";
import { ZipFile } from "yazl";
import { makeBackup } from "~/backup/backup.server";
import { runBackupCommand } from "~/backup/commands.server";
import { compareContents, describeBackup, readContents } from "~/backup/contents.server";
import { whyKept } from "~/backup/deletion.server";
import { noteBrought } from "~/backup/journal.server";
import { backupName, readManifest } from "~/backup/manifest.server";
import { backUpIfDue } from "~/backup/nightly.server";
import { isBackupDue, readBackupStatus } from "~/backup/status.server";
import { summarizeBackups } from "~/backup/summary.server";
import { testRestore } from "~/backup/test-restore.server";
import { viewBackups } from "~/backup/view.server";
import { takeZip, zipBackup } from "~/backup/zip.server";
import { config } from "~/config.server";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { StartError } from "~/values/start-error";
import { storeData } from "../../support/backups";

const { version: RELEASE } = JSON.parse(readFileSync("package.json", "utf8"));

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return process.env.BACKUP_DIR;
});

const HOUR = 60 * 60 * 1000;
let stored: Awaited<ReturnType<typeof storeData>>;
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(config.DATA_DIR, { recursive: true, force: true });
  rmSync(config.UPLOADS_DIR, { recursive: true, force: true });
  stored = await storeData(["red", "blue"]);
  return () => stored.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a backup", () => {
  it("holds database, pictures in use, secret, business file and teardown list, for its owner alone", async () => {
    const backup = await makeBackup();
    expect(path.dirname(backup.path)).toBe(folder);
    expect(readdirSync(backup.path).sort()).toEqual([
      "business.json",
      "manifest.json",
      "session-secret",
      "site.db",
      "teardown.json",
      "uploads",
    ]);
    expect(readdirSync(path.join(backup.path, "uploads")).sort()).toEqual([...stored.publicIds].sort());
    expect(readManifest(backup.path)).toMatchObject({ version: RELEASE, vehicles: 2, pictures: 2 });
    for (const name of ["", "site.db", "session-secret", "manifest.json"])
      expect(statSync(path.join(backup.path, name)).mode & 0o077, name).toBe(0);
  });

  it("links pictures instead of copying them, and leaves out those that nothing names", async () => {
    stored.sqlite.prepare("delete from dismantledVehicles where stockNumber = 'blue'").run();
    const backup = await makeBackup();
    const [red = ""] = stored.publicIds;
    expect(readdirSync(path.join(backup.path, "uploads"))).toEqual([red]);
    const file = path.join("uploads", red, "330.webp");
    expect(statSync(path.join(backup.path, file)).ino).toBe(
      statSync(path.join(config.UPLOADS_DIR, red, "330.webp")).ino,
    );
  });

  it("ends although the site writes all the time, with everything stored before it", async () => {
    stored.sqlite.exec("create table filler (bytes blob)");
    // Several steps' worth of pages.
    for (let row = 0; row < 30; row++)
      stored.sqlite.prepare("insert into filler values (zeroblob(1000000))").run();
    const site = new SqliteDatabase(databaseFile);
    const insert = site.prepare("insert into vinDecodes values (?, '{}', '2026')");
    insert.run("before");
    let written = 0;
    let isOver = false;
    const write = () => {
      if (isOver) return;
      insert.run(`during ${written++}`);
      setImmediate(write);
    };
    write();
    const backup = await makeBackup().finally(() => {
      isOver = true;
    });
    site.close();
    expect(written).toBeGreaterThan(10);
    const copy = new SqliteDatabase(path.join(backup.path, "site.db"));
    expect(copy.prepare("select count(*) from vinDecodes where vin = 'before'").pluck().get()).toBe(1);
    copy.close();
  });

  it("has a name of its own where two are made in one second", async () => {
    const first = await makeBackup();
    const second = await makeBackup();
    expect(readdirSync(folder)).toEqual([path.basename(first.path), path.basename(second.path)]);
  });
});

describe("a backup that fails says why in one sentence and leaves nothing", () => {
  const failing = async (options?: Parameters<typeof makeBackup>[0]): Promise<string> => {
    const error = await makeBackup(options).then(
      () => undefined,
      (error) => error,
    );
    expect(error).toBeInstanceOf(StartError);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    return (error as Error).message;
  };
  const pictureOf = (index: number) => path.join(config.UPLOADS_DIR, stored.publicIds[index] ?? "");

  it("where a picture is gone, unless that is allowed", async () => {
    rmSync(path.join(pictureOf(0), "320.avif"));
    expect(await failing()).toMatch(/^The picture of vehicle red is missing or damaged/);
    const { manifest } = await makeBackup({ allowMissingPictures: true });
    expect(manifest).toMatchObject({ pictures: 1, missingPictures: [stored.publicIds[0]] });
  });

  it("where a picture of what is in the trash is gone, with what to do there", async () => {
    rmSync(pictureOf(0), { recursive: true });
    stored.sqlite.exec("update dismantledVehicles set deletedAt = updatedAt where stockNumber = 'red'");
    expect(await failing()).toBe(
      "The picture of vehicle red in the trash is missing or damaged on disk, so no backup was made. Delete the vehicle permanently there, or restore it and upload the picture again.",
    );
  });

  it("where a picture of a part is gone", async () => {
    stored.sqlite.exec(
      `insert into parts (id, stockNumber, stockNumberKey, entryId, year, make, model, makeKey, modelKey, fits, fitKeys, status, imageUrl,
         images, dateAcquired, createdAt, updatedAt, searchText)
       select 'part', 'P-000001', 'p-000001', 'hood', year, make, model, 'honda', 'accord', '[]', '', 'available', imageUrl,
         '[]', dateAcquired, createdAt, updatedAt, '' from dismantledVehicles where stockNumber = 'red'`,
    );
    stored.sqlite.exec("delete from dismantledVehicles where stockNumber = 'red'");
    rmSync(pictureOf(0), { recursive: true });
    expect(await failing()).toMatch(/^The picture of part P-000001 is missing .* remove it from the part\.$/);
  });

  it("where a picture was cut", async () => {
    truncateSync(path.join(pictureOf(1), "330.webp"), 100);
    expect(await failing()).toMatch(/vehicle blue is missing or damaged/);
  });

  it("where the disk has no room, before it writes", async () => {
    expect(await failing({ freeBytes: async () => 1_000_000 })).toMatch(
      /has 1\.0 MB free; \d+ MB are needed/,
    );
  });

  it("where everyone could read it", async () => {
    const shown = path.join(config.UPLOADS_DIR, "backups");
    mkdirSync(shown);
    symlinkSync(shown, folder);
    expect(await failing()).toBe(`Everyone can read what is in ${folder}. Choose another folder.`);
  });

  it("where a release of the program is, whose files everyone reads", async () => {
    const root = mkdtempSync(`${config.DATA_DIR}-root-`);
    mkdirSync(path.join(root, "releases/one/build/client"), { recursive: true });
    symlinkSync(path.join(root, "releases/one/build/client"), folder);
    vi.spyOn(process, "cwd").mockReturnValue(root);
    expect(await failing().finally(() => vi.mocked(process.cwd).mockRestore())).toBe(
      `Everyone can read what is in ${folder}. Choose another folder.`,
    );
  });

  it("where the database is damaged", async () => {
    stored.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const bytes = readFileSync(databaseFile);
    bytes.fill(0xff, 5 * 4096, 7 * 4096);
    writeFileSync(databaseFile, bytes);
    expect(await failing()).toMatch(/^The database is damaged: /);
  });

  it("where something can't be copied midway", async () => {
    const secret = path.join(config.DATA_DIR, "session-secret");
    rmSync(secret);
    mkdirSync(secret);
    await expect(makeBackup()).rejects.toThrow(/session-secret/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("where there is no database", async () => {
    stored.close();
    rmSync(databaseFile);
    expect(await failing()).toBe(`There is no database at ${databaseFile} to back up.`);
  });

  it("where another is running", async () => {
    const other = takeLock(BACKUP_LOCK, "exclusive");
    expect(await failing()).toBe("Another backup is running. Wait until it's done.");
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await runBackupCommand([], "/")).toBe(1);
    vi.restoreAllMocks();
    // It waits for its turn, which is no failure that staff are told of.
    await backUpIfDue(new Date());
    expect(readBackupStatus(new Date()).failure).toBeUndefined();
    other?.release();
    await makeBackup();
  });
});

describe("old backups", () => {
  const age = (from: string, days: number): string => {
    const createdAt = new Date(Date.now() - days * 24 * HOUR);
    const aged = path.join(folder, backupName(createdAt));
    renameSync(from, aged);
    const manifest = path.join(aged, "manifest.json");
    const content = { ...JSON.parse(readFileSync(manifest, "utf8")), createdAt: createdAt.toISOString() };
    writeFileSync(manifest, JSON.stringify(content));
    return aged;
  };

  it("go after 14 days when a new one is made, and what is no backup stays", async () => {
    const old = age((await makeBackup()).path, 15);
    const younger = age((await makeBackup()).path, 13);
    const others = ["notes", "yard-20200101-000000Z", "yard-20200102-000000Z-copy"];
    for (const name of others) mkdirSync(path.join(folder, name));
    mkdirSync(path.join(folder, ".unfinished-yard-20200101-000000Z"));
    const { path: newest } = await makeBackup();
    expect(existsSync(old)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(
      [...others, path.basename(younger), path.basename(newest)].sort(),
    );
  });

  it("stay where the new one has lost most of what they have", async () => {
    const old = age((await makeBackup()).path, 400);
    stored.sqlite.exec("delete from dismantledVehicles");
    await makeBackup();
    expect(existsSync(old)).toBe(true);
  });

  it("stay where the new one has lost most of the parts and customers of a shop without vehicles", async () => {
    const { path: made } = await makeBackup();
    const manifest = path.join(made, "manifest.json");
    const records = { parts: 6000, customers: 900 };
    writeFileSync(manifest, JSON.stringify({ ...readManifest(made), vehicles: 0, records }));
    const old = age(made, 400);
    await makeBackup();
    expect(existsSync(old)).toBe(true);
  });

  it("go with their days where they are damaged", async () => {
    const { path: damaged } = await makeBackup();
    const old = age(damaged, 15);
    writeFileSync(path.join(old, "manifest.json"), "{");
    const { path: newest } = await makeBackup();
    expect(readdirSync(folder)).toEqual([path.basename(newest)]);
  });

  it("a damaged one is shown and may be deleted, and the only whole one may not", async () => {
    const [whole, damaged] = [await makeBackup(), await makeBackup()].map((made) => path.basename(made.path));
    writeFileSync(path.join(folder, damaged ?? "", "manifest.json"), "{");
    const now = new Date();
    expect(viewBackups(now).backups.map(({ name, isDamaged }) => [name, isDamaged])).toEqual([
      [damaged, true],
      [whole, false],
    ]);
    expect(whyKept(whole ?? "", now)).toBe("It is the only one that was made here. Make another one first.");
    expect(whyKept(damaged ?? "", now)).toBeUndefined();
  });

  it("go also beside one that was brought here with a date to come", async () => {
    const ahead = age((await makeBackup()).path, -400);
    const old = age((await makeBackup()).path, 15);
    await makeBackup();
    expect([existsSync(ahead), existsSync(old)]).toEqual([true, false]);
  });

  it("go before the new one is made where it has no room otherwise, but for the newest", async () => {
    const made = [await makeBackup(), await makeBackup(), await makeBackup()];
    const [oldest = "", old = "", newest = ""] = made.map((one, index) => age(one.path, 25 - 3 * index));
    const isShort = () => existsSync(oldest) || existsSync(old);
    const freeBytes = async () => (isShort() ? 1_000_000 : 1_000_000_000);
    await expect(makeBackup({ freeBytes, keepOld: true })).rejects.toThrow("has 1.0 MB free");
    expect([oldest, old, newest].map((one) => existsSync(one))).toEqual([true, true, true]);
    const { path: latest } = await makeBackup({ freeBytes });
    // The one that was the newest goes once there is another.
    expect(readdirSync(folder)).toEqual([path.basename(latest)]);
  });

  it("stay where they are the newest, or the newest that was made here, and there is no room without the others either", async () => {
    const made = [await makeBackup(), await makeBackup(), await makeBackup()];
    const [old = "", own = "", brought = ""] = made.map((one, index) => age(one.path, 25 - 3 * index));
    noteBrought(path.basename(brought), new Date());
    await expect(makeBackup({ freeBytes: async () => 1_000_000 })).rejects.toThrow("has 1.0 MB free");
    expect([old, own, brought].map((one) => existsSync(one))).toEqual([false, true, true]);
  });

  it("are overdue after two days, and one is due after one day or at night", async () => {
    const night = new Date(2026, 5, 10, 3, 20);
    expect(isBackupDue(new Date())).toBe(true);
    expect(readBackupStatus(new Date())).toMatchObject({ last: undefined, isOverdue: true });
    const { path: made, manifest } = await makeBackup();
    const later = (hours: number) => new Date(Date.parse(manifest.createdAt) + hours * HOUR);
    expect(readBackupStatus(later(47))).toMatchObject({ isOverdue: false, last: { bytes: manifest.bytes } });
    expect(readBackupStatus(later(49))).toMatchObject({ isOverdue: true });
    expect(isBackupDue(later(25))).toBe(true);
    expect(isBackupDue(later(-25))).toBe(true);

    const days = (Date.now() - night.getTime()) / (24 * HOUR);
    const afternoon = age(made, days + 13 / 24);
    expect(isBackupDue(night)).toBe(true);
    expect(isBackupDue(new Date(night.getTime() - 2 * HOUR))).toBe(false);
    age(afternoon, days + 1 / 24);
    expect(isBackupDue(night)).toBe(false);
  });

  it("count as damaged from when their manifest is, though the site has read it", async () => {
    const { path: made } = await makeBackup();
    const isDamaged = () => viewBackups(new Date()).backups.map((backup) => backup.isDamaged);
    expect([isDamaged(), readBackupStatus(new Date()).last === undefined]).toEqual([[false], false]);
    writeFileSync(path.join(made, "manifest.json"), "{");
    expect([isDamaged(), readBackupStatus(new Date()).last === undefined]).toEqual([[true], true]);
  });

  it("from before the clock was set back do not count until then", async () => {
    age((await makeBackup()).path, -30);
    expect(isBackupDue(new Date())).toBe(true);
    const { manifest } = await makeBackup();
    expect(readBackupStatus(new Date()).last?.createdAt).toBe(manifest.createdAt);
    expect(isBackupDue(new Date())).toBe(false);
  });
});

describe("a test restore", () => {
  const FAILS = { tryStart: () => Promise.reject(new StartError("The site doesn't start with it.")) };
  const PASSES = { tryStart: async () => {} };
  const shown = (name: string) => viewBackups(new Date()).backups.find((backup) => backup.name === name);

  it("that fails is told beside its backup until one passes, and by Today only of the newest one", async () => {
    const [older, newest] = [(await makeBackup()).path, (await makeBackup()).path];
    await testRestore(older, PASSES);
    await expect(testRestore(older, FAILS)).rejects.toThrow("doesn't start");
    expect(shown(path.basename(older))).toMatchObject({
      testedAt: undefined,
      failed: { problem: "The site doesn't start with it." },
    });
    expect(summarizeBackups(new Date())?.problem).toBeUndefined();
    await expect(testRestore(newest, FAILS)).rejects.toThrow("doesn't start");
    expect(summarizeBackups(new Date())?.problem).toMatchObject({
      title: "The last test restore failed",
      message: expect.stringMatching(/: The site doesn't start with it\.$/),
    });
    await testRestore(newest, PASSES);
    expect(summarizeBackups(new Date())?.problem).toBeUndefined();
    expect(shown(path.basename(newest))).toMatchObject({ testedAt: expect.any(String), failed: undefined });
  });
});

describe("what a backup has, in words", () => {
  it("counts sales, says when one was last changed, and leaves out what there is none of", async () => {
    stored.sqlite.exec(
      `insert into customers (id, name, nameKey, phones, emails, createdAt, updatedAt, searchText)
       values ('one', 'Ann', 'ann', '[]', '[]', '2026-05-01', '2026-05-02T10:00:00.000Z', '')`,
    );
    const { manifest } = await makeBackup();
    expect(describeBackup(manifest)).toMatch(/^2 vehicles, 1 customer and 2 pictures \([\d.]+ [KM]B\)$/);
    expect(describeBackup({ ...manifest, missingPictures: ["one"] })).toMatch(/, without 1 missing picture$/);
    expect(describeBackup({ ...manifest, pictures: 0, picturesIn: "s3://yard" })).toMatch(
      /^2 vehicles, 1 customer \(.*\), with the pictures in s3:\/\/yard$/,
    );
    expect(manifest.records).toMatchObject({ sales: 0, purchases: 0, creditNotes: 0 });
    expect(readContents(stored.sqlite).latestChange).toBe("2026-05-02T10:00:00.000Z");
    const sales = { ...manifest, records: { ...manifest.records, sales: 40 } };
    expect(compareContents(sales, { database: readContents(stored.sqlite), pictures: 2 })).toEqual([
      ["Vehicles", 2, 2],
      ["Customers", 1, 1],
      ["Sales", 40, 0],
      ["Pictures", 2, 2],
    ]);
  });
});

describe("a backup that is brought here as a zip", () => {
  const zip = `${folder}.zip`;
  const pack = async (backup: string) => writeFile(zip, zipBackup(backup));
  afterAll(() => rmSync(zip, { force: true }));

  it.skipIf(process.platform !== "linux")("keeps no file open once its download is broken off", async () => {
    const { path: made } = await makeBackup();
    // More than waits on the way to a client that takes nothing.
    writeFileSync(path.join(made, "site.db"), randomBytes(8_000_000));
    const openFiles = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path.join(made, "site.db");
        } catch {
          // The folder's own is closed by now.
          return false;
        }
      });
    const download = zipBackup(made);
    while (openFiles().length === 0) await download.next();
    await download.return(undefined);
    await expect.poll(openFiles).toEqual([]);
    rmSync(made, { recursive: true });
  });

  it("has its secrets for their owner alone, also where it is unpacked by hand, and whenever it says it was made", async () => {
    const { path: made } = await makeBackup();
    const manifest = path.join(made, "manifest.json");
    const said = JSON.parse(readFileSync(manifest, "utf8"));
    writeFileSync(manifest, JSON.stringify({ ...said, createdAt: "1969-12-31T23:59:59.000Z" }));
    await pack(made);
    const modes = new Set<number>();
    await new Promise((resolve, reject) => {
      openZip(zip, (error, packed) => {
        if (error) return reject(error);
        packed.on("entry", ({ externalFileAttributes }) => modes.add(externalFileAttributes >>> 16));
        packed.once("end", resolve);
      });
    });
    expect([...modes]).toEqual([0o100600]);
    rmSync(made, { recursive: true });
  });

  it("breaks its download off where a file is gone by the time its turn comes", async () => {
    const { path: made } = await makeBackup();
    writeFileSync(path.join(made, "site.db"), randomBytes(8_000_000));
    const download = zipBackup(made);
    await download.next();
    rmSync(made, { recursive: true });
    const rest = async () => {
      for await (const _ of download);
    };
    await expect(rest()).rejects.toThrow(/ENOENT/);
  });

  it("does not count as the site's last one", async () => {
    const { path: made } = await makeBackup();
    await pack(made);
    rmSync(made, { recursive: true });
    const name = path.basename(made);
    expect(await takeZip(zip)).toEqual({ name, outcome: "added" });
    expect(readBackupStatus(new Date()).last).toBeUndefined();
    expect(isBackupDue(new Date())).toBe(true);
    // Its folder may be another for a day, or not be mounted.
    const away = `${folder}-away`;
    renameSync(folder, away);
    await testRestore((await makeBackup()).path, { tryStart: async () => {} });
    rmSync(folder, { recursive: true });
    renameSync(away, folder);
    expect(isBackupDue(new Date())).toBe(true);
    await makeBackup();
    expect(isBackupDue(new Date())).toBe(false);
    expect(await takeZip(zip)).toEqual({ name, outcome: "there" });
    expect(isBackupDue(new Date())).toBe(false);
  });

  it("takes the place of the damaged one that it was downloaded from, which was made here", async () => {
    const { path: made } = await makeBackup();
    const name = path.basename(made);
    await pack(made);
    rmSync(path.join(made, "business.json"));
    writeFileSync(path.join(made, "business.json"), "damaged");
    await expect(testRestore(made, { tryStart: async () => {} })).rejects.toThrow(
      "is not what was backed up",
    );
    expect(await takeZip(zip)).toEqual({ name, outcome: "replaced" });
    expect(readdirSync(folder)).toEqual([name]);
    expect(viewBackups(new Date()).backups[0]?.failed).toBeUndefined();
    expect(isBackupDue(new Date())).toBe(false);
    await testRestore(made, { tryStart: async () => {} });

    writeFileSync(path.join(made, "manifest.json"), "{");
    expect(await takeZip(zip)).toEqual({ name, outcome: "replaced" });
    // What was here can't be compared with it.
    expect(isBackupDue(new Date())).toBe(true);
  });

  it("is refused where its manifest is larger than its files make it", async () => {
    const { path: made } = await makeBackup();
    const manifest = path.join(made, "manifest.json");
    const missingPictures = Array.from({ length: 300_000 }, () => "a");
    writeFileSync(manifest, JSON.stringify({ ...readManifest(made), missingPictures }));
    await pack(made);
    rmSync(made, { recursive: true });
    await expect(takeZip(zip)).rejects.toThrow("This file is not a backup of this site");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused where its manifest has more parts than its files need, before that is read", async () => {
    const { path: made } = await makeBackup();
    const manifest = path.join(made, "manifest.json");
    const missingPictures = Array.from({ length: 240_000 }, () => "a");
    writeFileSync(manifest, JSON.stringify({ ...readManifest(made), missingPictures }));
    await pack(made);
    rmSync(made, { recursive: true });
    await expect(takeZip(zip)).rejects.toThrow("This file is not a backup of this site");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused where a file's name is longer than any disk takes", async () => {
    const { path: made } = await makeBackup();
    const packed = new ZipFile();
    packed.addFile(path.join(made, "manifest.json"), "manifest.json");
    packed.addBuffer(Buffer.from("webp"), `uploads/${"a".repeat(300)}/400.webp`);
    packed.end();
    await writeFile(zip, packed.outputStream);
    await expect(takeZip(zip)).rejects.toThrow("This file is not a backup of this site");
  });

  it.each(["session-secret", "business.json", "teardown.json"])(
    "is refused where its %s is larger than the site reads it, before that is unpacked",
    async (name) => {
      const { path: made } = await makeBackup();
      truncateSync(path.join(made, name), 300_000_000);
      await pack(made);
      rmSync(made, { recursive: true });
      await expect(takeZip(zip)).rejects.toThrow(`In this backup ${name} has 300 MB, more than the`);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
