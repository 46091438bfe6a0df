import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appPurpose } from "~/accounts/second-factor";
import { describeTurnedOff, describeUnreadable, readBackupAccounts } from "~/backup/accounts.server";
import { makeBackup } from "~/backup/backup.server";
import { runRestoreCommand } from "~/backup/commands.server";
import { backupFolder } from "~/backup/folder.server";
import { noteBrought, noteRestore, readJournal } from "~/backup/journal.server";
import { restoreBackup } from "~/backup/restore.server";
import { config } from "~/config.server";
import { migrate, migrations } from "~/db/migrate.server";
import { DATA_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { databaseFile, openDatabase, type SqliteConnection } from "~/db/sqlite/open.server";
import { takeDataLock } from "~/db/sqlite/secret.server";
import { openSealedWith, sealWith } from "~/http/sealing.server";
import { largestFile } from "~/pictures/picture";
import { sellerPurpose } from "~/purchases/purchases";
import { StartError } from "~/values/start-error";
import { addVehicle, damageTable, PASSWORD_HASH, stockNumbers, storeData } from "../../support/backups";

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  process.env.BUSINESS_FILE = `${process.env.DATA_DIR}-business.json`;
  process.env.TEARDOWN_FILE = `${process.env.DATA_DIR}-teardown.json`;
  return process.env.BACKUP_DIR;
});

const ENDLESS =
  "select 1 from (with recursive c(x) as (select 1 union all select x + 1 from c) select x from c)";
const confirm = async () => true;
const tryStart = async () => {};
const restore = (from: string) => restoreBackup(from, { confirm, tryStart });
const inData = (name: string) => path.join(config.DATA_DIR, name);
const manifest = () => path.join(backup, "manifest.json");
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

/** A backup of a red and a blue vehicle. */
let backup: string;
let publicIds: string[];
beforeEach(async () => {
  for (const old of [folder, config.DATA_DIR, config.UPLOADS_DIR])
    rmSync(old, { recursive: true, force: true });
  copyFileSync("business.json", config.BUSINESS_FILE);
  copyFileSync("teardown.json", config.TEARDOWN_FILE);
  const stored = await storeData(["red", "blue"]);
  publicIds = stored.publicIds;
  stored.close();
  backup = (await makeBackup()).path;
});
afterAll(() => {
  for (const made of [folder, config.BUSINESS_FILE, config.TEARDOWN_FILE])
    rmSync(made, { recursive: true, force: true });
});

describe("a restore", () => {
  it("brings everything back where all is gone", async () => {
    const { DATA_DIR, UPLOADS_DIR, BUSINESS_FILE, TEARDOWN_FILE } = config;
    for (const gone of [DATA_DIR, UPLOADS_DIR, BUSINESS_FILE, TEARDOWN_FILE])
      rmSync(gone, { recursive: true });
    expect(await restore(backup)).toEqual({
      ...{ aside: [], migrated: [], turnedOff: "", unreadable: "", warning: undefined },
      pictures: undefined,
    });
    expect(stockNumbers()).toEqual(["blue", "red"]);
    expect(readFileSync(inData("session-secret"), "utf8")).toBe("secret".repeat(8));
    expect(readFileSync(BUSINESS_FILE)).toEqual(readFileSync("business.json"));
    expect(readFileSync(TEARDOWN_FILE)).toEqual(readFileSync("teardown.json"));
    expect(readdirSync(config.UPLOADS_DIR).sort()).toEqual([...publicIds].sort());
    expect(statSync(databaseFile).mode & 0o077).toBe(0);
  });

  it("after a backup first deletes what that has, and leaves a picture that no record names", async () => {
    const { sqlite, close } = openDatabase(databaseFile);
    const green = await addVehicle(sqlite, "green");
    close();
    const unnamed = green.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const inUploads = (name: string) => path.join(config.UPLOADS_DIR, name);
    cpSync(inUploads(green), inUploads(unnamed), { recursive: true });
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(await runRestoreCommand(["--yes", "--back-up-first", backup], "/")).toBe(0);
    vi.restoreAllMocks();
    const { former = "", warning } = readJournal().lastRestore ?? {};
    expect(warning).toBeUndefined();
    expect(readdirSync(config.UPLOADS_DIR).sort()).toEqual([...publicIds, unnamed].sort());
    expect(readdirSync(config.DATA_DIR).filter((name) => name.startsWith("before-restore"))).toEqual([]);
    await restore(path.join(folder, former));
    expect(stockNumbers()).toEqual(["blue", "green", "red"]);
    expect(readdirSync(config.UPLOADS_DIR)).toContain(green);
  });

  it("lets no other command store anything once its backup first has begun", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const backups = () => readdirSync(folder).filter((name) => name.includes("yard-")).length;
    const before = backups();
    let isOver = false;
    const restoring = runRestoreCommand(["--yes", "--back-up-first", backup], "/").finally(() => {
      isOver = true;
    });
    let others = 0;
    while (!isOver) {
      const lock = backups() > before ? takeDataLock("shared") : undefined;
      if (lock) others += 1;
      lock?.release();
      await setImmediate();
    }
    expect(await restoring).toBe(0);
    vi.restoreAllMocks();
    expect(backups()).toBe(before + 1);
    expect(others).toBe(0);
  });

  it("says what it replaces and lays it aside, with the business file, the teardown list and pictures of its own", async () => {
    const { sqlite, close } = openDatabase(databaseFile);
    const green = await addVehicle(sqlite, "green");
    close();
    writeFileSync(inData("session-secret"), "another".repeat(6));
    edit(config.BUSINESS_FILE, (text) => text.replace(/"name": "[^"]+"/, '"name": "Later"'));
    chmodSync(config.BUSINESS_FILE, 0o600);
    edit(config.TEARDOWN_FILE, (text) => text.replace("everyBody", "everyCar"));
    const confirm = vi.fn(async () => true);
    const restored = await restoreBackup(backup, { confirm, tryStart });
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({ vehicles: 2, pictures: 2 }),
      expect.objectContaining({ database: expect.objectContaining({ vehicles: 3 }), pictures: 3 }),
      "",
    );
    expect(stockNumbers()).toEqual(["blue", "red"]);
    expect(readFileSync(config.BUSINESS_FILE, "utf8")).not.toContain("Later");
    expect(statSync(config.BUSINESS_FILE).mode & 0o777).toBe(0o600);
    const [aside = "", pictures = ""] = restored?.aside ?? [];
    expect(path.dirname(aside)).toBe(config.DATA_DIR);
    expect(path.basename(aside)).toMatch(/^before-restore-\d{8}-\d{6}Z$/);
    expect(readFileSync(config.TEARDOWN_FILE)).toEqual(readFileSync("teardown.json"));
    const laidAside = ["business.json", "session-secret", "site.db", "teardown.json"];
    expect(readdirSync(aside).sort()).toEqual(laidAside);
    expect(readFileSync(path.join(aside, "business.json"), "utf8")).toContain("Later");
    expect(readdirSync(pictures)).toEqual([green]);
    const former = new SqliteDatabase(path.join(aside, "site.db"));
    expect(former.prepare("select count(*) from dismantledVehicles").pluck().get()).toBe(3);
    former.close();
  });

  it("brings back the photos that its business file names, and lays aside what has their names", async () => {
    const beside = (file: string) => path.join(path.dirname(config.BUSINESS_FILE), file);
    const photos = ["yard.jpg", "../out.jpg", "team.png"].map((file) => ({ file, alt: "Us", of: "yard" }));
    const { photos: _none, ...business } = JSON.parse(readFileSync("business.json", "utf8"));
    writeFileSync(config.BUSINESS_FILE, JSON.stringify({ ...business, photos }));
    writeFileSync(beside("yard.jpg"), "the yard");
    writeFileSync(beside("team.png"), "the team");
    const withPhotos = (await makeBackup()).path;
    expect(readdirSync(path.join(withPhotos, "photos")).sort()).toEqual(["team.png", "yard.jpg"]);
    copyFileSync("business.json", config.BUSINESS_FILE);
    writeFileSync(beside("yard.jpg"), "another yard");
    rmSync(beside("team.png"));
    const [aside = ""] = (await restore(withPhotos))?.aside ?? [];
    expect(readFileSync(beside("yard.jpg"), "utf8")).toBe("the yard");
    expect(readFileSync(beside("team.png"), "utf8")).toBe("the team");
    expect(readFileSync(path.join(aside, "photos/yard.jpg"), "utf8")).toBe("another yard");
    for (const made of ["yard.jpg", "team.png"]) rmSync(beside(made));
    writeFileSync(path.join(withPhotos, "photos/yard.jpg"), "forged");
    await expect(restore(withPhotos)).rejects.toThrow("is not what was backed up");
  });

  it("has nothing that would be too large for it: a photo that the site doesn't show is in no backup", async () => {
    const beside = (file: string) => path.join(path.dirname(config.BUSINESS_FILE), file);
    const photos = ["yard.jpg", "team.png"].map((file) => ({ file, alt: "Us", of: "yard" }));
    edit(config.BUSINESS_FILE, (text) => JSON.stringify({ ...JSON.parse(text), photos }));
    writeFileSync(beside("yard.jpg"), "x".repeat(6_000_000));
    writeFileSync(beside("team.png"), "the team");
    edit(config.TEARDOWN_FILE, (text) => text + " ".repeat(2_000_000));
    const made = (await makeBackup()).path;
    expect(readdirSync(path.join(made, "photos"))).toEqual(["team.png"]);
    rmSync(beside("team.png"));
    expect(await restore(made)).toMatchObject({ warning: undefined });
    expect(readFileSync(beside("team.png"), "utf8")).toBe("the team");
    for (const file of ["yard.jpg", "team.png"]) rmSync(beside(file));
  });

  it("keeps a business file that the site starts with where the backup's is none, and says so", async () => {
    const present = readFileSync(config.BUSINESS_FILE);
    writeFileSync(config.BUSINESS_FILE, '{"name": 3}');
    writeFileSync(config.TEARDOWN_FILE, "{");
    const broken = (await makeBackup()).path;
    writeFileSync(config.BUSINESS_FILE, present);
    copyFileSync("teardown.json", config.TEARDOWN_FILE);
    const restored = await restore(broken);
    expect(restored?.warning).toContain(`${config.BUSINESS_FILE} was left as it is: Business file`);
    expect(restored?.warning).toContain(`${config.TEARDOWN_FILE} was left as it is: Teardown file`);
    expect(readFileSync(config.BUSINESS_FILE)).toEqual(present);
    expect(readFileSync(config.TEARDOWN_FILE)).toEqual(readFileSync("teardown.json"));
  });

  it("replaces a database that can't be read, and its leftover -wal", async () => {
    writeFileSync(databaseFile, "no database");
    for (const end of ["-wal", "-shm"]) writeFileSync(databaseFile + end, "leftover");
    const restored = await restore(backup);
    const aside = restored?.aside[0] ?? "";
    expect(restored?.unreadable).toContain("Who may sign in comes from the backup");
    expect(readFileSync(path.join(aside, "site.db"), "utf8")).toBe("no database");
    expect([existsSync(`${databaseFile}-wal`), existsSync(`${databaseFile}-shm`)]).toEqual([false, false]);
    expect(stockNumbers()).toEqual(["blue", "red"]);
  });

  it("replaces a picture that is damaged", async () => {
    const picture = path.join(config.UPLOADS_DIR, publicIds[0] ?? "", "330.webp");
    // Not through the link that the backup shares.
    rmSync(picture);
    writeFileSync(picture, "half");
    await restore(backup);
    expect(readFileSync(picture)).toEqual(
      readFileSync(path.join(backup, "uploads", publicIds[0] ?? "", "330.webp")),
    );
  });

  const released = path.join(import.meta.dirname, "../../fixtures/released");
  it.each(readdirSync(released))("takes and migrates a backup of a site of release %s", async (release) => {
    rmSync(config.DATA_DIR, { recursive: true });
    mkdirSync(config.DATA_DIR);
    const sqlite = new SqliteDatabase(databaseFile);
    sqlite.exec(readFileSync(path.join(released, release), "utf8"));
    // The data of the release has no owner who could sign in, and its pictures are in no folder.
    sqlite.exec(`update administrators set passwordHash = '${PASSWORD_HASH}', usernameKey = lower(username)`);
    const applied = sqlite.prepare("select name from kysely_migration").pluck().all();
    sqlite.close();
    const old = (await makeBackup({ allowMissingPictures: true })).path;
    const restored = await restore(old);
    expect([...applied, ...(restored?.migrated ?? [])].sort()).toEqual(Object.keys(migrations).sort());
  });

  it("migrates a backup of an older version", async () => {
    const [latest = "", ...older] = Object.keys(migrations).sort().reverse();
    const known = { ...migrations };
    delete migrations[latest];
    rmSync(config.DATA_DIR, { recursive: true });
    const { sqlite, close } = await storeData([]).finally(() => Object.assign(migrations, known));
    expect(sqlite.prepare("select count(*) from kysely_migration").pluck().get()).toBe(older.length);
    close();
    const old = (await makeBackup()).path;
    expect(await restore(old)).toMatchObject({ migrated: [latest] });
    expect(readdirSync(config.DATA_DIR).filter((name) => name.startsWith("site.db"))).toEqual(["site.db"]);
  });
});

const passkey = (id: string, of: string) =>
  `insert into passkeys (id, administratorId, name, publicKey, counter, transports, createdAt)
   values ('${id}', '${of}', '${id}', '', 0, '', '')`;
const mailTo = (id: string, text = "a link") =>
  `insert into outbox (messageId, createdAt, "to", subject, text, html, causeKind, causeId, nextAttemptAt)
   values ('${id}', '', 'dave@example.com', '', '${text}', '', 'account', '', '')`;
const accountOf = ({ id = "zed-account", key = "zed", hash = PASSWORD_HASH }) =>
  `insert into administrators (id, username, usernameKey, passwordHash, role, createdAt, updatedAt)
   values ('${id}', 'Zed', '${key}', '${hash}', 'owner', '', '')`;

describe("a restore that is refused changes nothing and says why in one sentence:", () => {
  const refused = async (from = backup): Promise<string> => {
    const before = snapshot();
    const error = await restore(from).then(
      () => undefined,
      (error) => error,
    );
    expect(error).toBeInstanceOf(StartError);
    expect(snapshot()).toEqual(before);
    expect(stockNumbers()).toEqual(["blue", "red"]);
    return (error as Error).message;
  };
  const snapshot = () =>
    [config.DATA_DIR, config.UPLOADS_DIR].map((data) =>
      readdirSync(data, { recursive: true })
        .map(String)
        .filter((name) => !name.endsWith(".lock"))
        .sort(),
    );

  it("there is no such folder, or it is no backup", async () => {
    expect(await refused(path.join(folder, "nowhere"))).toMatch(
      /nowhere is not a backup: it has no manifest/,
    );
    expect(await refused(config.DATA_DIR)).toMatch(/is not a backup/);
    expect(await refused(databaseFile)).toMatch(/is not a backup/);
  });

  it("the manifest is cut", async () => {
    truncateSync(manifest(), 300);
    expect(await refused()).toMatch(/manifest\.json is damaged, so this backup can't be restored/);
  });

  it("the manifest names a file twice", async () => {
    edit(manifest(), (text) => {
      const content = JSON.parse(text);
      return JSON.stringify({ ...content, files: [...content.files, content.files[0]] });
    });
    expect(await refused()).toMatch(/manifest\.json is damaged/);
  });

  it.each(["../../site.db", "/etc/passwd", "uploads/../site.db"])("the manifest names %s", async (forged) => {
    edit(manifest(), (text) => text.replace('"path":"session-secret"', `"path":"${forged}"`));
    expect(await refused()).toMatch(/manifest\.json is damaged/);
  });

  it.each(["site.db", "session-secret", "business.json"])("%s was changed by a byte", async (name) => {
    const file = path.join(backup, name);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await refused()).toBe(
      `${file} is not what was backed up, so this backup can't be restored. Use another.`,
    );
  });

  it("its session secret is too short for the site to start with", async () => {
    put("session-secret", "short");
    expect(await refused()).toContain("session secret is too short");
  });

  it.each([
    ["session-secret", 17_000, "17 KB, more than the 16 KB"],
    ["business.json", 2_000_000, "2.0 MB, more than the 1.0 MB"],
    ["teardown.json", 2_000_000, "2.0 MB, more than the 1.0 MB"],
    ["photos/yard.jpg", 6_000_000, "6.0 MB, more than the 5.2 MB"],
  ])("its %s is larger than the site reads it", async (name, bytes, words) => {
    put(name, "x".repeat(bytes));
    expect(await refused()).toBe(
      `In this backup ${name} has ${words} that it may have, so it can't be restored. Use another.`,
    );
  });

  it("a file is larger than the manifest says", async () => {
    put("session-secret", "x".repeat(17_000), 43);
    expect(await refused()).toContain("session-secret is not what was backed up");
  });

  it("a picture is not what its name says, so that no backup could be made of it", async () => {
    const [publicId = ""] = publicIds;
    const largest = `uploads/${publicId}/${largestFile(publicId)}`;
    rmSync(path.join(backup, largest));
    put(largest, "no picture");
    expect(await refused()).toBe(
      `The picture ${publicId} of this backup is not what its name says. Use another.`,
    );
  });

  it("a picture is missing", async () => {
    rmSync(path.join(backup, "uploads", publicIds[1] ?? ""), { recursive: true });
    expect(await refused()).toMatch(/is missing, so this backup can't be restored/);
  });

  it("the manifest leaves out a picture that a vehicle shows", async () => {
    edit(manifest(), (text) => {
      const content = JSON.parse(text);
      const files = content.files.filter((file: { path: string }) => !file.path.includes(publicIds[0] ?? ""));
      return JSON.stringify({ ...content, files });
    });
    expect(await refused()).toMatch(/is not in this backup's manifest/);
  });

  it.each(["9999-12-31-next", "constructor"])("it was made by a newer version, with %s", async (name) => {
    edit(manifest(), (text) => text.replace('"migrations":[', `"migrations":["${name}",`));
    const sentence = `newer version of this program .*${name}.* Update the program first\\.$`;
    expect(await refused()).toMatch(new RegExp(sentence));
  });

  it.each([
    [
      "a trigger of its own",
      "create trigger spy after insert on sessions begin delete from sessions; end",
      "a trigger spy",
    ],
    [
      "a trigger whose name begins as SQLite's own",
      "create trigger sqlitespy after insert on sessions begin delete from sessions; end",
      "a trigger sqlitespy",
    ],
    [
      "a trigger in SQLite's own names",
      `create trigger spy after insert on sessions begin delete from sessions; end; pragma writable_schema = on;
         update sqlite_schema set name = 'sqlite_stat1', sql = replace(sql, 'spy', 'sqlite_stat1') where name = 'spy'`,
      "a trigger sqlite_stat1",
    ],
    [
      "a trigger that never ends, and a migration to come",
      `delete from kysely_migration where name = '2027-01-15-sums-of-a-day';
        create trigger endless after insert on kysely_migration begin ${ENDLESS}; end`,
      "a trigger endless",
    ],
    [
      "a view that never ends in a table's place",
      `drop table parts; create view parts as select '' as updatedAt from (${ENDLESS})`,
      "a view parts",
    ],
    [
      "a migration to come that its manifest has",
      "delete from kysely_migration where name = '2027-01-15-sums-of-a-day'",
      "isn't of the version it claims",
    ],
    ["a view whose name begins as SQLite's own", "create view sqlites as select 1", "a view sqlites"],
    ["a view in a table's place", "drop table fitments; create view fitments as select 1", "a view fitments"],
    [
      "a column that is worked out from others",
      `drop table "newArrivals"; create table "newArrivals" (id text, spy text as ('spy'))`,
      "The table newArrivals of this backup's database is not as this program makes it",
    ],
    [
      "a check that later writes fail",
      `drop table erasures; create table erasures ("recordKind" text not null, "recordId" text not null, "extent" text not null,
         "erasedAt" text not null, "isDue" integer not null check ("isDue" = 0))`,
      "The table erasures",
    ],
    ["a table too few", "drop table fitments", "lacks the table fitments"],
    [
      "fewer cars",
      "delete from dismantledVehicles",
      "Of vehicles, this backup should have 2 records and has 0",
    ],
    [
      "a name that signs in as another",
      accountOf({ key: "ghost" }),
      "account “Zed” of this backup is not as this",
    ],
    [
      "an id that no page finds",
      accountOf({ id: "no-id/../x" }),
      "account “Zed” of this backup is not as this",
    ],
    [
      "a password that takes two gigabytes to check",
      accountOf({ hash: PASSWORD_HASH.replace("m=19456", "m=2097152") }),
      "account “Zed” of this backup is not as this",
    ],
  ])("its database has %s", async (_what, sql, named) => {
    forge(sql);
    expect(await refused()).toContain(named);
  });

  it("the data is in use", async () => {
    const site = takeLock(DATA_LOCK, "shared");
    expect(await refused()).toMatch(/is in use\. Stop the site/);
    site?.release();
    await restore(backup);
  });

  it("another program holds the database, so that nobody knows who may sign in today", async () => {
    const other = new SqliteDatabase(databaseFile);
    other.pragma("locking_mode = EXCLUSIVE");
    other.exec("begin exclusive");
    const names = snapshot();
    await expect(restore(backup)).rejects.toThrow(
      `Another program holds the database ${databaseFile}, so what is in it can't be read. Close that program, then restore again.`,
    );
    expect(snapshot()).toEqual(names);
    other.exec("rollback");
    other.close();
    expect(await restore(backup)).toMatchObject({ unreadable: "" });
  });
});

describe("a row that a page could not show", () => {
  const customer = (phones: string) =>
    `insert into customers (id, name, nameKey, phones, emails, createdAt, updatedAt, searchText)
     values ('c1', 'Eve', 'eve', '${phones}', '[]', '', '', 'eve')`;
  it.each([
    ["numbers that are no JSON", customer("[oops"), "phones of a row of this backup's customers"],
    ["no list of numbers", customer("{}"), "phones of a row of this backup's customers"],
    ["numbers that are no text", customer("[5]"), "phones of a row of this backup's customers"],
    ["a null among the numbers", customer("[null]"), "phones of a row of this backup's customers"],
    [
      "a picture that is a text",
      `update dismantledVehicles set images = '["a.jpg"]'`,
      "images of a row of this backup's dismantledVehicles",
    ],
    [
      "JSON that ends for SQLite at a NUL, and goes on for JavaScript",
      "update dismantledVehicles set images = '[]' || char(0) || 'x'",
      "images of a row of this backup's dismantledVehicles",
    ],
    [
      "a change in the history that is no object",
      `insert into changes (at, action, recordKind, recordId, recordName, source, before)
       values ('2026-03-02T15:04:00.000Z', 'changed', 'customer', 'c1', 'Eve', 'page', '[]')`,
      "before of a row of this backup's changes",
    ],
    [
      "a setting that is no JSON",
      "insert into settings (section, value, version, updatedAt) values ('look', '{oops', 1, '')",
      "value of a row of this backup's settings",
    ],
    [
      "a saved form whose fields are no pairs",
      `insert into savedSubmissions (id, administratorId, path, fields, createdAt)
       select 's1', id, '/admin', '[["name"]]', '' from administrators`,
      "fields of a row of this backup's savedSubmissions",
    ],
    [
      "an import of a kind that there is not",
      `insert into imports (id, kind, fileName, encoding, delimiter, headings, samples, rows, columns, choices, status, createdAt, updatedAt, createdBy)
       values ('i1', 'boats', 'boats.csv', 'utf-8', ',', '[]', '[]', 0, '{}', '{}', 'columns', '', '', 'admin')`,
      "kind of a row of this backup's imports",
    ],
    [
      "a choice that there is not",
      "update dismantledVehicles set driveType = 'constructor'",
      "driveType of a row of this backup's dismantledVehicles",
    ],
    ...(
      [
        "garbage",
        "",
        "12:00",
        "2026-02-30",
        "now",
        "2026-03-31T24:30:00.000Z",
        "-2026-01-01T00:00:00.000Z",
      ] as const
    ).map((time): [string, string, string] => [
      `a car that was added at "${time}"`,
      `update dismantledVehicles set createdAt = '${time}'`,
      "createdAt of a row of this backup's dismantledVehicles",
    ]),
  ])("is refused: %s", async (_what, sql, named) => {
    forge(sql);
    if (named.endsWith("customers"))
      edit(manifest(), (text) => {
        const { records, ...others } = JSON.parse(text);
        return JSON.stringify({ ...others, records: { ...records, customers: 1 } });
      });
    await expect(restore(backup)).rejects.toThrow(`The ${named} can't be read`);
    expect(stockNumbers()).toEqual(["blue", "red"]);
  });

  it.each([
    [
      "a name of bytes",
      `update dismantledVehicles set make = x'41'`,
      "make of a row of this backup's dismantledVehicles",
    ],
    [
      "an account whose id is bytes, so that nobody can turn it off",
      accountOf({ id: "eve" }).replace("'eve'", "x'657665'"),
      "id of a row of this backup's administrators",
    ],
    [
      "a token without an id, so that nobody can revoke it",
      "insert into apiTokens (id, name, role, hash, createdAt) values (null, 't1', 'owner', 't1', '')",
      "id of a row of this backup's apiTokens",
    ],
    ...[
      "cast(x'30ff' as text)",
      "'a' || char(10)",
      "'a' || char(13)",
      "'a' || char(0) || 'b'",
      "''",
      "hex(zeroblob(2000))",
    ].map((id): [string, string, string] => [
      `a token that no form can name: ${id}`,
      `insert into apiTokens (id, name, role, hash, createdAt) values (${id}, 't1', 'owner', 't1', '')`,
      "id of a row of this backup's apiTokens",
    ]),
    [
      "an owner whose role is bytes, who is none",
      "update administrators set role = cast(role as blob)",
      "role of a row of this backup's administrators",
    ],
    [
      "a number in words",
      "update dismantledVehicles set year = 'new'",
      "year of a row of this backup's dismantledVehicles",
    ],
    [
      "a number that no sum holds",
      "update dismantledVehicles set mileage = 9223372036854775807",
      "mileage of a row of this backup's dismantledVehicles",
    ],
    [
      "a number without an end",
      "update dismantledVehicles set mileage = 9e999",
      "mileage of a row of this backup's dismantledVehicles",
    ],
  ])("is refused: %s", async (_what, sql, named) => {
    forge(sql);
    await expect(restore(backup)).rejects.toThrow(`The ${named} is not what this program stores there`);
    expect(stockNumbers()).toEqual(["blue", "red"]);
  });

  it("is none that is as the site writes it: an answer that is a word, a change of nothing before", async () => {
    forge(`insert into idempotencyKeys (id, bodyHash, response, createdAt) values ('k1', '', '"done"', '');
      insert into changes (at, action, recordKind, recordId, recordName, source, after)
      values ('2026-03-02T15:04:00.000Z', 'created', 'customer', 'c1', 'Eve', 'page', '{}')`);
    await restore(backup);
    expect(read("select response from idempotencyKeys")).toEqual(['"done"']);
  });
});

it("a trigger that only has the name of one of ours does what ours does", async () => {
  forge(`drop trigger "searchEntriesAdded";
    create trigger "searchEntriesAdded" after insert on sessions begin update administrators set role = 'owner'; end`);
  await restore(backup);
  const sqlite = new SqliteDatabase(databaseFile, { readonly: true });
  const named = sqlite.prepare("select tbl_name, sql from sqlite_schema where name = 'searchEntriesAdded'");
  const trigger = named.get();
  sqlite.close();
  expect(trigger).toEqual({
    tbl_name: "searchEntries",
    sql: expect.not.stringContaining("administrators"),
  });
});

it("indexes are those that the migrations make", async () => {
  forge(`drop index "dismantledVehiclesStockNumber"; create index spy on sessions (id);
    drop index "retailVehiclesStockNumber"; create index "retailVehiclesStockNumber" on parts (id)`);
  await restore(backup);
  const named = "('spy', 'dismantledVehiclesStockNumber', 'retailVehiclesStockNumber')";
  expect(
    read(`select name || ' ' || tbl_name from sqlite_schema where name in ${named} order by name`),
  ).toEqual(["dismantledVehiclesStockNumber dismantledVehicles", "retailVehiclesStockNumber retailVehicles"]);
});

it("rows are numbered from the last one, whatever number the backup says", async () => {
  const change = (id: number | null) =>
    `insert into changes (id, at, action, recordKind, recordId, recordName, source)
     values (${id}, '2026-03-02T15:04:00.000Z', 'created', 'customer', 'c1', 'Eve', 'page')`;
  forge(`${change(7)}; update sqlite_sequence set seq = 9223372036854775807 where name = 'changes'`);
  await restore(backup);
  const sqlite = new SqliteDatabase(databaseFile);
  sqlite.exec(change(null));
  sqlite.close();
  expect(read("select max(id) from changes")).toEqual([8]);
  forge(change(null).replace("null", "9223372036854775807"));
  await expect(restore(backup)).rejects.toThrow("The changes of this backup's database leave no room");
});

it.each(["delete from inventoryVersions", "update inventoryVersions set number = 9223372036854775807"])(
  "what is changed after a restore is seen, whatever versions the backup has: %s",
  async (sql) => {
    forge(sql);
    await restore(backup);
    const sqlite = new SqliteDatabase(databaseFile);
    const versions = sqlite.prepare("select number from inventoryVersions order by inventory").pluck();
    const before = versions.all() as number[];
    sqlite.exec("update settings set version = version + 1; update dismantledVehicles set make = 'Honda'");
    sqlite.exec(
      "insert into settings (section, value, version, updatedAt) values ('look', '{}', 1, '2026-03-02T15:04:00.000Z')",
    );
    const after = versions.all() as number[];
    sqlite.close();
    expect(before.length).toBeGreaterThan(3);
    expect(after.filter((number, at) => number > (before[at] ?? 0)).length).toBeGreaterThanOrEqual(2);
  },
);

it.each(["delete from numberSeries", "update numberSeries set next = 3", "select 1"])(
  "papers are numbered from the last one, whatever the backup says comes next: %s",
  async (sql) => {
    const payment = (number: number) =>
      `insert into accountPayments (id, number, method, amountCents, balanceCents, takenAt, takenOn, takenBy, createdAt, updatedAt)
       select 'p${number}', ${number}, 'cash', 100, 0, "at", '2026-03-02', 'Ann', "at", "at" from (select '2026-03-02T15:04:00.000Z' as "at")`;
    forge(
      `${payment(1001)}; ${payment(1002)}; insert into numberSeries values ('accountPayment', 1003); ${sql}`,
    );
    edit(manifest(), (text) => text.replace('"accountPayments":0', '"accountPayments":2'));
    await restore(backup);
    expect(read("select name || ': ' || next from numberSeries")).toEqual(["accountPayment: 1003"]);
  },
);

it("tables that are not ours stay behind, with what they would hold back", async () => {
  forge(`create table spy (id text references sessions (id) on delete restrict);
    create virtual table "spyWords" using fts5 (words)`);
  await restore(backup);
  expect(read("select name from sqlite_schema where name like 'spy%'")).toEqual([]);
});

it("what was erased since is due to be erased again, and nothing that was erased before", async () => {
  const erased = (id: string, at: string, extent = "whole") =>
    `insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
     values ('customer', '${id}', '${extent}', '${at}', 0)`;
  forge(`${erased("before", "2026-01-01")}; ${erased("in part before", "2026-01-01", "part")}`);
  change(
    `${erased("before", "2026-01-01")}; ${erased("in part before", "2026-03-03")}; ${erased("since", "2026-03-03")}`,
  );
  await restore(backup);
  expect(
    read(`select "recordId" || ', ' || extent || ', ' || "isDue" from erasures order by "recordId"`),
  ).toEqual(["before, whole, 0", "in part before, whole, 1", "since, whole, 1"]);
});

it("what a backup from elsewhere says was erased is not, by the way back from it either", async () => {
  const customer = `insert into customers (id, name, nameKey, phones, emails, createdAt, updatedAt, searchText)
    values ('real', 'Eve', 'eve', '[]', '[]', '', '', 'eve')`;
  const erased = (id: string, at: string, due: number) =>
    `insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
     values ('customer', '${id}', 'whole', '${at}', ${due})`;
  forge(
    `${erased("real", "2026-03-03", 1)}; ${erased("of another yard", "2026-03-03", 0)}; ${erased("ours", "2099-01-01", 0)}`,
  );
  change(`${customer}; ${erased("ours", "2026-01-01", 0)}`);
  const former = (await makeBackup()).path;
  const rows = `select "recordId" || ', ' || extent || ', ' || "isDue" from erasures where "recordId" <> 'real' or extent <> 'none'`;
  for (const from of [backup, former]) {
    await restore(from);
    expect(read(rows)).toEqual([from === backup ? "ours, whole, 1" : "ours, whole, 0"]);
  }
  expect(read("select id from customers")).toEqual(["real"]);
});

it("what a second backup from elsewhere says was erased is not, either, where the first had nothing", async () => {
  forge(`insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
    values ('customer', 'real', 'whole', '2026-03-03', 0)`);
  noteRestore({ at: "2026-03-02T15:04:00.000Z", backup: "yard-20260301-030000Z" });
  noteBrought(path.basename(backup), new Date());
  await restore(backup);
  expect(read(`select "recordId" from erasures`)).toEqual([]);
});

it.each(["lost", "empty"])(
  "what a backup of this site says was erased stays known where the database is %s, whatever was restored before",
  async (state) => {
    forge(`insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
      values ('customer', 'then', 'whole', '2026-03-03', 0)`);
    noteRestore({ at: "2026-03-02T15:04:00.000Z", backup: "yard-20260301-030000Z" });
    if (state === "lost") for (const end of ["", "-wal", "-shm"]) rmSync(databaseFile + end, { force: true });
    await restore(backup);
    expect(read(`select "recordId" from erasures`)).toEqual(["then"]);
  },
);

it.each(["purchases", "sealedItems"])(
  "what a backup says was erased is not, either, where the site has nothing but %s",
  async (table) => {
    forge(`insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
      values ('purchase', 'real', 'whole', '2026-03-03', 0)`);
    change(
      table === "purchases"
        ? `insert into purchases (id, what, becomes, vin, "boughtOn", "sellerName", "createdAt", "updatedAt", "searchText") values ('real', 'core', 'dismantled', '', '2026-03-02', 'Sam', '', '', '')`
        : `insert into sealedItems (id, kind, sealed, createdAt) values ('real', 'idNumber', '', '2026-03-02T15:04:00.000Z')`,
    );
    await restore(backup);
    expect(read(`select "recordId" from erasures`)).toEqual([]);
  },
);

it("what was erased on another machine stays known where there is nothing yet", async () => {
  forge(`insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
    values ('customer', 'then', 'whole', '2026-03-03', 0)`);
  await restore(backup);
  expect(read(`select "recordId" from erasures`)).toEqual(["then"]);
});

it("what is here still is noted as not erased where a customer is to be erased again, and once where the site has not started since", async () => {
  const customer = (id: string) =>
    `insert into customers (id, name, nameKey, phones, emails, createdAt, updatedAt, searchText)
     values ('${id}', 'Eve', 'eve', '[]', '[]', '', '', 'eve')`;
  const erased = `insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
    values ('customer', 'gone', 'whole', '2026-03-03', 0)`;
  change(`${customer("gone")}; ${customer("separate")}`);
  const withBoth = (await makeBackup()).path;
  change(`delete from customers where id = 'gone'; ${customer("new")}; ${erased}`);
  const noted = ["gone, whole, 1", "new, none, 0", "separate, none, 0"];
  for (const _twice of [1, 2]) {
    await restore(withBoth);
    expect(
      read(`select "recordId" || ', ' || extent || ', ' || "isDue" from erasures order by "recordId"`),
    ).toEqual(noted);
  }
});

it("a restore that fails by what nobody foresaw is told on the page too", async () => {
  forge(`update dismantledVehicles set images = '[{"imageUrl":{"toString":5}}]'`);
  await expect(runRestoreCommand(["--yes", backup], "/")).rejects.toThrow(TypeError);
  expect(readJournal().lastRestore?.problem).toMatch(/^The restore failed: .*primitive value/);
  expect(stockNumbers()).toEqual(["blue", "red"]);
});

/** Changes the backup's database by SQL, and its manifest with it, as somebody would who made the backup up. */
function forge(sql: string): void {
  const file = path.join(backup, "site.db");
  const sqlite = new SqliteDatabase(file);
  // SQLite then lets its own tables be written.
  sqlite.unsafeMode();
  sqlite.pragma("journal_mode = DELETE");
  sqlite.exec(sql);
  fillTimes(sqlite, sql);
  sqlite.close();
  put("site.db", readFileSync(file));
}

/** Puts a file into the backup, and with its hash into the manifest. */
function put(name: string, content: string | Buffer, bytes = content.length): void {
  const file = path.join(backup, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  edit(manifest(), (text) => {
    const { files, ...rest } = JSON.parse(text);
    const others = files.filter((one: { path: string }) => one.path !== name);
    return JSON.stringify({ ...rest, files: [...others, { path: name, bytes, sha256 }] });
  });
}

describe("who may sign in stays as it is today:", () => {
  const SIGN_IN =
    "select username || ', ' || role || coalesce(', ' || email, '') || iif(turnedOffAt is null, '', ', off') from administrators order by username";
  const KEYS = "select id from passkeys union select id from recoveryCodes order by id";
  const account = (name: string, role = "yard") =>
    `insert into administrators (id, username, usernameKey, passwordHash, role, createdAt, updatedAt)
     values ('${name}-account', '${name}', '${name}', '${PASSWORD_HASH}', '${role}', '', '')`;
  const token = (id: string) =>
    `insert into apiTokens (id, name, role, hash, createdAt) values ('${id}', '${id}', 'yard', 'hash of ${id}', '')`;
  const recoveryCode = (id: string, of = "ann-account") =>
    `insert into recoveryCodes (id, administratorId) values ('${id}', '${of}')`;
  const link = (id: string, of: string) =>
    `insert into passwordLinks (id, administratorId, expiresAt) values ('${id}', '${of}', '2099-01-01')`;

  it("accounts have the password, role, address and state that they have now, and who came since is still there", async () => {
    forge(`${account("bob", "owner")}; ${account("cara")}; update administrators set email = 'then@example.com';
      update administrators set turnedOffAt = '2026-01-01', passwordHash = '' where username = 'Ann'; ${link("then", "bob-account")};
      insert into sessions (id, administratorId, createdAt, expiresAt, endsAt) values ('s', 'bob-account', '', '2099-01-01', '2099-01-01')`);
    change(`${account("bob")}; ${account("cara")}; ${account("new")}; ${link("today", "new-account")};
      update administrators set turnedOffAt = '2026-03-03' where username = 'cara'; update administrators set email = 'today@example.com' where username = 'bob'`);
    await restore(backup);
    expect(read(SIGN_IN)).toEqual([
      "Ann, owner",
      "bob, yard, today@example.com",
      "cara, yard, off",
      "new, yard",
    ]);
    expect(read("select passwordHash from administrators where username = 'Ann'")).toEqual([PASSWORD_HASH]);
    expect(read("select id from passwordLinks union select id from sessions")).toEqual(["today"]);
  });

  it("whoever the backup alone knows is turned off and named, and their keys are theirs", async () => {
    forge(`${account("mallory", "owner")}; ${account("left")}; update administrators set turnedOffAt = '2026-01-01' where username = 'left';
      ${passkey("hers", "mallory-account")}; ${passkey("of Ann today", "mallory-account")}; ${recoveryCode("of Ann today, too", "mallory-account")}`);
    change(`${passkey("of Ann today", "ann-account")}; ${recoveryCode("of Ann today, too")}`);
    expect(describeTurnedOff(readBackupAccounts(backup))).toBe("mallory (Owner)");
    expect(await restore(backup)).toMatchObject({ turnedOff: "mallory (Owner)" });
    expect(read(SIGN_IN)).toEqual(["Ann, owner", "left, yard, off", "mallory, owner, off"]);
    expect(
      read(
        "select id || ', ' || administratorId from passkeys union select id || ', ' || administratorId from recoveryCodes",
      ),
    ).toEqual(["hers, mallory-account", "of Ann today, ann-account", "of Ann today, too, ann-account"]);
  });

  it("second factors and tokens that ended since don't come back, and those that were added stay", async () => {
    const app = (step: number) =>
      `update administrators set totpSecret = 'app ${step}', totpUsedStep = ${step} where id = 'ann-account'`;
    forge(`${app(7)}; ${passkey("lost phone", "ann-account")}; ${recoveryCode("used since")}; ${recoveryCode("left")};
      ${token("leaked")}; ${token("good")}; ${token("of the backup alone")};
      insert into apiTokens (id, name, role, hash, createdAt) values ('made up', 'made up', 'owner', 'hash of new', '')`);
    change(`${app(8)}; ${passkey("new phone", "ann-account")}; ${recoveryCode("left")}; ${token("leaked")}; ${token("good")}; ${token("new")};
      update apiTokens set revokedAt = '2026-03-03' where id = 'leaked'`);
    const former = (await makeBackup()).path;
    for (const from of [backup, former, backup]) {
      await restore(from);
      expect(read(KEYS)).toEqual(["left", "new phone"]);
      expect(read("select totpSecret || ', ' || totpUsedStep from administrators")).toEqual(["app 8, 8"]);
      expect(read("select id from apiTokens where revokedAt is null order by id")).toEqual(["good", "new"]);
    }
  });

  it("an open request of somebody who can't work on it is nobody's, so that it is on a list", async () => {
    const at = "2026-03-02T15:04:00.000Z";
    const request = (id: string, of: string, status: string) =>
      `insert into partRequests (id, customerName, partSystem, partComponent, status, notes, assigneeId, createdAt, updatedAt, searchText)
       values ('${id}', 'Eve', 'Body', 'Door', '${status}', '[]', '${of}-account', '${at}', '${at}', '')`;
    forge(
      `${account("bob", "counter")}; ${account("cara", "counter")}; ${request("a", "ann", "pending")}; ${request("b", "bob", "pending")};
       ${request("c", "cara", "pending")}; ${request("d", "bob", "fulfilled")}`,
    );
    edit(manifest(), (text) => {
      const { records, ...others } = JSON.parse(text);
      return JSON.stringify({ ...others, requests: 4, records: { ...records, partRequests: 4 } });
    });
    change(account("cara"));
    await restore(backup);
    expect(read("select id || ', ' || coalesce(assigneeId, 'nobody') from partRequests order by id")).toEqual(
      ["a, ann-account", "b, nobody", "c, nobody", "d, bob-account"],
    );
  });

  it("what is asked of everybody who signs in stays, set in the browser, in the business file, or not", async () => {
    const row = (value: boolean) => `{"signIn":{"secondFactorForAll":${value}}}`;
    const setting = (value: boolean) =>
      `insert into settings (section, value, version, updatedAt) values ('sign-in', '${row(value)}', 1, '')`;
    const rules = () => read("select value from settings where section = 'sign-in'");
    forge(setting(true));
    await restore(backup);
    expect(rules()).toEqual(["{}"]);
    change("delete from settings");
    edit(config.BUSINESS_FILE, (text) =>
      JSON.stringify({ ...JSON.parse(text), signIn: { secondFactorForAll: true } }),
    );
    await restore(backup);
    expect(rules()).toEqual([row(true)]);
    change(`delete from settings; ${setting(false)}`);
    await restore(backup);
    expect(rules()).toEqual([row(false)]);
  });

  it("an account of the same name on a machine that was set up anew has what the backup's had", async () => {
    forge(`${account("bob")}; insert into savedSubmissions (id, administratorId, path, fields, createdAt)
      values ('typed', 'ann-account', '/admin', '[]', '2026-03-02T15:04:00.000Z')`);
    change(`update administrators set id = 'new-ann'; ${recoveryCode("of today", "new-ann")}`);
    await restore(backup);
    expect(read("select id from administrators order by id")).toEqual(["bob-account", "new-ann"]);
    expect(read("select administratorId from savedSubmissions")).toEqual(["new-ann"]);
    expect(read(KEYS)).toEqual(["of today"]);
    expect(read("pragma foreign_key_check")).toEqual([]);
  });

  it("an account that has the id of one of today is that one, as before the first start's link named it", async () => {
    forge(`update administrators set username = 'admin', usernameKey = 'admin'`);
    expect(describeTurnedOff(readBackupAccounts(backup))).toBe("");
    await restore(backup);
    expect(read(SIGN_IN)).toEqual(["Ann, owner"]);
  });

  it("two accounts that would be one of today are refused", async () => {
    forge(
      `update administrators set username = 'Eve', usernameKey = 'eve'; ${account("Ann").replace("'Ann', 'Ann'", "'Ann', 'ann'")}`,
    );
    await expect(restore(backup)).rejects.toThrow("account “Ann” of this backup is not as this");
  });

  it("an app on a phone goes on giving codes, where the site has another secret after the restore", async () => {
    const [then, today] = ["secret".repeat(8), "other secret".repeat(4)];
    writeFileSync(inData("session-secret"), today);
    const sealed = sealWith(today, appPurpose("ann-account"), "JBSWY3DPEHPK3PXP");
    change(`update administrators set totpSecret = '${sealed}'`);
    await restore(backup);
    expect(readFileSync(inData("session-secret"), "utf8")).toBe(then);
    const [restored = ""] = read("select totpSecret from administrators") as string[];
    expect(openSealedWith(then, appPurpose("ann-account"), restored)?.toString()).toBe("JBSWY3DPEHPK3PXP");
  });

  it("an app that ended with the former secret opens by no backup, and is not told as one of the backup's", async () => {
    const [then, now] = ["secret".repeat(8), "of the environment".repeat(3)];
    const sealed = sealWith(then, appPurpose("ann-account"), "JBSWY3DPEHPK3PXP");
    const lost = sealWith("of a third site, which is lost", appPurpose("bob-account"), "JBSWY3DPEHPK3PXP");
    for (const write of [forge, change])
      write(
        `update administrators set totpSecret = '${sealed}'; ${account("bob")}; update administrators set totpSecret = '${lost}' where username = 'bob'`,
      );
    const { SESSION_SECRET } = config;
    config.SESSION_SECRET = now;
    const restored = await restore(backup).finally(() => {
      config.SESSION_SECRET = SESSION_SECRET;
    });
    expect(restored).toMatchObject({ turnedOff: "", unreadable: "" });
    expect(read("select totpSecret from administrators order by username")).toEqual([sealed, lost]);
  });

  it("an app that ended with the secret which the backup brings back stays ended, on the way back too", async () => {
    const [then, now] = ["secret".repeat(8), "a newer secret of this site ".repeat(2)];
    const sealed = sealWith(then, appPurpose("ann-account"), "JBSWY3DPEHPK3PXP");
    change(`update administrators set totpSecret = '${sealed}'`);
    writeFileSync(path.join(config.DATA_DIR, "session-secret"), now);
    await restore(backup);
    const [stored = ""] = read("select totpSecret from administrators") as string[];
    expect(stored).toMatch(/^[\w-]{40,}$/);
    for (const secret of [then, now])
      expect(openSealedWith(secret, appPurpose("ann-account"), stored)).toBeUndefined();
  });

  it("a seller's ID can be looked at where SESSION_SECRET takes the place of the backup's secret, and what nobody can open is told", async () => {
    const [then, now] = ["secret".repeat(8), "of the environment".repeat(3)];
    const lost = "of a third site, which is lost";
    const items = [then, lost, lost, lost].map((secret, item) => {
      const sealed = sealWith(secret, sellerPurpose(`item${item}`), "D1234567");
      return `('item${item}', 'purchase${item}', 'idNumber', '${sealed}', '2026-03-02T15:04:00.000Z')`;
    });
    forge(`insert into sealedItems (id, purchaseId, kind, sealed, createdAt) values ${items.join()}`);
    // What is to be erased again is no matter.
    change(`insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue")
      values ('sealedItem', 'item2', 'whole', '2026-03-03', 0), ('purchase', 'purchase3', 'whole', '2026-03-03', 0)`);
    const { SESSION_SECRET } = config;
    config.SESSION_SECRET = now;
    const restored = await restore(backup).finally(() => {
      config.SESSION_SECRET = SESSION_SECRET;
    });
    expect(restored?.unreadable).toBe(
      "1 of the backup's sellers' IDs and authenticator apps can't be opened, because its site had a different session secret. SESSION_SECRET is not that site's.",
    );
    const [sealed = ""] = read("select sealed from sealedItems where id = 'item0'") as string[];
    expect(openSealedWith(now, sellerPurpose("item0"), sealed)?.toString()).toBe("D1234567");
  });

  it("those of a site of a newer version, too, but for what this one doesn't store", async () => {
    forge(
      `${account("bob")}; ${mailTo("then")}; insert into settings (section, value, version, updatedAt) values ('sign-in', '{}', 1, '')`,
    );
    const kept = ["administrators", "passkeys", "recoveryCodes", "passwordLinks", "apiTokens", "settings"];
    change(
      [...kept, "outbox", "erasures"]
        .map((table) => `alter table "${table}" add column newer text default 'new'`)
        .join(";"),
    );
    change(`create table newerThings (id text primary key, administratorId text references administrators (id) on delete restrict);
      insert into newerThings values ('thing', 'ann-account'); insert into kysely_migration values ('9999-12-31-newer', '');
      ${account("new")}; ${passkey("today", "ann-account")}; ${recoveryCode("today, too")}; ${link("today", "new-account")}; ${token("today")};
      ${mailTo("then")}; update outbox set status = 'sent';
      insert into settings (section, value, version, updatedAt) values ('sign-in', '{"signIn":{}}', 1, '');
      insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue") values ('customer', 'gone', 'whole', '2026-03-03', 0)`);
    expect(await restore(backup)).toMatchObject({ turnedOff: "bob (Yard)", unreadable: "" });
    expect(read(SIGN_IN)).toEqual(["Ann, owner", "bob, yard, off", "new, yard"]);
    expect(read(KEYS)).toEqual(["today", "today, too"]);
    expect(read("select id from apiTokens union all select id from passwordLinks")).toEqual([
      "today",
      "today",
    ]);
    expect(read("select value from settings where section = 'sign-in'")).toEqual(['{"signIn":{}}']);
    expect(read("select status from outbox")).toEqual(["sent"]);
    expect(read(`select "recordId" from erasures where "isDue" = 1`)).toEqual(["gone"]);
    const started = openDatabase(databaseFile);
    expect(await migrate(started)).toEqual([]);
    started.close();
  });

  it("those of a site of an earlier version, too", async () => {
    forge(account("bob"));
    change(
      "drop table apiTokens; drop table passkeys; drop table recoveryCodes; alter table administrators drop column totpSecret; alter table administrators drop column totpUsedStep",
    );
    await restore(backup);
    expect(read(SIGN_IN)).toEqual(["Ann, owner", "bob, yard, off"]);
  });

  it("those of the backup, where today's database has lost its list of tables", async () => {
    // Read as a database without any, and without an error.
    const file = openSync(databaseFile, "r+");
    const emptyPage = Buffer.from([0x0d, 0, 0, 0, 0]);
    writeSync(file, emptyPage, 0, emptyPage.length, 100);
    closeSync(file);
    expect(read("select count(*) from sqlite_schema")).toEqual([0]);
    expect((await restore(backup))?.unreadable).toContain("Who may sign in comes from the backup");
  });

  it.each([
    ["is no database", () => rmSync(databaseFile)],
    ["is an empty one", () => writeFileSync(databaseFile, "")],
  ])("those of the backup, where there %s yet", async (_what, empty) => {
    forge(
      `${account("bob")}; ${token("good")}; ${passkey("then", "ann-account")}; ${recoveryCode("then, too")}; ${link("then", "bob-account")}`,
    );
    empty();
    expect(await restore(backup)).toMatchObject({ turnedOff: "", unreadable: "" });
    expect(read(SIGN_IN)).toEqual(["Ann, owner", "bob, yard"]);
    expect(read(KEYS)).toEqual(["then", "then, too"]);
    expect(
      read("select id from apiTokens where revokedAt is null union select id from passwordLinks"),
    ).toEqual(["good"]);
  });

  it.each(["administrators", "passkeys", "recoveryCodes", "passwordLinks", "apiTokens", "settings"])(
    "those of the backup, all of them, where today's %s can't be read, which is said before the question and afterwards",
    async (table) => {
      forge(
        `${account("mallory", "owner")}; ${account("left")}; update administrators set turnedOffAt = '2026-01-01' where username = 'left'; ${passkey("then", "ann-account")}`,
      );
      change(`${passkey("today", "ann-account")}; update administrators set passwordHash = 'of today'`);
      damageTable(table);
      const sentence =
        "Who may sign in comes from the backup, with the passwords, second factors and API tokens from then, because today's can't be read: Ann (Owner), mallory (Owner). People who were removed since may be able to sign in again: check People.";
      expect(describeUnreadable(readBackupAccounts(backup))).toBe(sentence);
      const before = vi.spyOn(console, "log").mockImplementation(() => undefined);
      const after = vi.spyOn(console, "error").mockImplementation(() => undefined);
      expect(await runRestoreCommand(["--yes", backup], "/")).toBe(0);
      expect(before.mock.calls.flat()).toContain(sentence);
      expect(after.mock.calls.flat()).toEqual([sentence]);
      vi.restoreAllMocks();
      expect(readJournal().lastRestore?.warning).toBe(sentence);
      expect(read(SIGN_IN)).toEqual(["Ann, owner", "left, yard, off", "mallory, owner"]);
      expect(read("select passwordHash from administrators where username = 'Ann'")).toEqual([PASSWORD_HASH]);
      expect(read(KEYS)).toEqual(["then"]);
    },
  );

  it.each(["customers", "passkeys"])(
    "and where a damaged table, %s, allows no backup first, what was here is set aside, which the page says",
    async (table) => {
      damageTable(table);
      vi.spyOn(console, "log").mockImplementation(() => undefined);
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      expect(await runRestoreCommand(["--yes", "--back-up-first", backup], "/")).toBe(0);
      vi.restoreAllMocks();
      const { problem, former, warning = "" } = readJournal().lastRestore ?? {};
      expect([problem, former]).toEqual([undefined, undefined]);
      const [, aside = ""] =
        /is damaged, so no backup could be made of it\. It is in (\S+)\./.exec(warning) ?? [];
      expect(existsSync(path.join(aside, "site.db"))).toBe(true);
      expect(read(SIGN_IN)).toEqual(["Ann, owner"]);
    },
  );

  it("those of today, where another table can't be read", async () => {
    forge(account("mallory", "owner"));
    damageTable("erasures");
    expect(await restore(backup)).toMatchObject({
      turnedOff: "mallory (Owner)",
      unreadable:
        "What was permanently deleted for someone's privacy since the backup comes back, because the list of it can't be read: delete it again.",
    });
    expect(read(SIGN_IN)).toEqual(["Ann, owner", "mallory, owner, off"]);
  });

  it.each([
    ["no account at all", "delete from administrators"],
    ["an owner who is turned off", "update administrators set turnedOffAt = '2026-01-01'"],
    ["an owner who has yet to choose a password", "update administrators set passwordHash = ''"],
    ["the counter alone", "update administrators set role = 'counter'"],
    [
      "an owner with a passkey alone",
      `update administrators set passwordHash = ''; ${passkey("a", "ann-account")}`,
    ],
  ])("where nobody has an account yet, a backup is refused that has %s", async (_what, sql) => {
    forge(sql);
    rmSync(databaseFile);
    await expect(restore(backup)).rejects.toThrow("no owner's account that can sign in");
    expect(existsSync(databaseFile)).toBe(false);
  });

  it("the terminal says who is turned off, and so does the page", async () => {
    forge(account("bob"));
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(await runRestoreCommand(["--yes", backup], "/")).toBe(0);
    const sentence = "Turned off, because only the backup knows them: bob (Yard).";
    expect(said.mock.calls.flat()).toContain(sentence);
    expect(readJournal().lastRestore?.warning).toBe(sentence);
    vi.restoreAllMocks();
  });
});

it("two restores within a second lay each former state aside", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  const aside = [await restore(backup), await restore(backup)].flatMap((done) => done?.aside ?? []);
  vi.useRealTimers();
  expect(new Set(aside).size).toBe(2);
  for (const folder of aside) expect(existsSync(path.join(folder, "site.db"))).toBe(true);
});

it.each([
  [
    "a view that never ends in a table's place",
    `drop table administrators; create view administrators as select '' as id from (${ENDLESS})`,
  ],
  [
    "a column that is worked out",
    "drop table recoveryCodes; create table recoveryCodes (id text, administratorId as (hex(zeroblob(9999))))",
  ],
  [
    "a virtual table in a table's place",
    "drop table administrators; create virtual table administrators using fts5 (id, username)",
  ],
])("the page before a restore reads nothing of a database with %s", (_what, sql) => {
  expect(readBackupAccounts(backup)).toHaveLength(1);
  forge(sql);
  expect(() => readBackupAccounts(backup)).toThrow("is not as this program makes it");
});

it("mail that waited in the backup is as this site has it; what this site does not know is not sent by itself", async () => {
  forge(
    `${mailTo("sent since")}; ${mailTo("given up since")}; ${mailTo("still waiting", "changed")}; ${mailTo("from elsewhere")};
     ${mailTo("no text").replace("'no text'", "cast(x'3cff3e' as text)")};
     insert into arrivalAlerts (id, email, make, model, wishKey, askedAt) values ('alert', 'dave@example.com', 'Honda', 'Accord', '', '');
     insert into arrivalMatches (alertId, vehicleId) values ('alert', 'red')`,
  );
  change(`${mailTo("sent since")}; ${mailTo("given up since")}; ${mailTo("still waiting")};
    update outbox set status = 'sent', sentAt = '2026-03-03', text = '' where messageId = 'sent since';
    update outbox set status = 'failed' where messageId = 'given up since'`);
  await restore(backup);
  expect(read("select messageId || ': ' || status || ', ' || text from outbox order by id")).toEqual([
    "sent since: sent, ",
    "given up since: failed, a link",
    "still waiting: waiting, a link",
    "from elsewhere: failed, a link",
    expect.stringMatching(/: failed, a link$/),
  ]);
  expect(read("select vehicleId from newArrivals")).toEqual([]);
  expect(read("select alertId from arrivalMatches where mailedAt is null")).toEqual([]);
  expect(read("select lastError from outbox where messageId = 'from elsewhere'")).toEqual([
    "It was waiting in the backup that was restored.",
  ]);
});

it.each([
  ["others", `{"backups":{"nightly":false,"folder":"/mnt/elsewhere","days":-1}}`],
  ["none", undefined],
])("backups are made and kept as this site has it where the backup has %s", async (_what, stored) => {
  const row = (value: string) =>
    `insert into settings (section, value, version, updatedAt) values ('backups', '${value}', 3, '')`;
  if (stored) forge(row(stored));
  change(row(JSON.stringify({ backups: { nightly: true, folder, days: 30 } })));
  const { BACKUP_DIR } = config;
  config.BACKUP_DIR = undefined;
  try {
    await restore(backup);
    expect(backupFolder()).toBe(folder);
  } finally {
    config.BACKUP_DIR = BACKUP_DIR;
  }
  const [value = "{}"] = read("select value from settings where section = 'backups'") as string[];
  expect(JSON.parse(value)).toEqual({ backups: { nightly: true, folder, days: 30 } });
});

it("backups are made and kept as the backup has it where today's settings can't be read", async () => {
  const value = JSON.stringify({ backups: { nightly: true, folder, days: 30 } });
  forge(`insert into settings (section, value, version, updatedAt) values ('backups', '${value}', 3, '')`);
  damageTable("settings");
  await restore(backup);
  expect(read("select value from settings where section = 'backups'")).toEqual([value]);
});

/** Changes the site that a restore replaces. */
function change(sql: string): void {
  const sqlite = new SqliteDatabase(databaseFile);
  sqlite.exec(sql);
  fillTimes(sqlite, sql);
  sqlite.close();
}

/** Fills the times that a case leaves empty in what it inserts, because they say nothing in it. */
function fillTimes(sqlite: SqliteConnection, sql: string): void {
  for (const [, table = ""] of sql.matchAll(/insert into (\w+)/g)) {
    const columns = sqlite
      .prepare("select name from pragma_table_info(?) where name glob '*At'")
      .pluck()
      .all(table);
    for (const column of columns)
      sqlite.exec(`update "${table}" set "${column}" = '2026-03-02T15:04:00.000Z' where "${column}" = ''`);
  }
}

/** The first column of what is in place. */
function read(sql: string): unknown[] {
  const sqlite = new SqliteDatabase(databaseFile, { readonly: true });
  const rows = sqlite.prepare(sql).pluck().all();
  sqlite.close();
  return rows;
}

it("what a backup says moves no cursor, hides nothing and begins no line in the terminal", async () => {
  const said: string[] = [];
  for (const to of ["log", "error"] as const)
    vi.spyOn(console, to).mockImplementation((line: string) => void said.push(line));
  const ESCAPES = "\u001b[8m\n\u001b]0;owned\u0007\u009b\u202e";
  edit(manifest(), (text) => JSON.stringify({ ...JSON.parse(text), version: `1.1.0${ESCAPES}` }));
  expect(await runRestoreCommand(["--yes", backup], "/")).toBe(0);
  expect(said.join("")).toContain(
    "by version 1.1.0\\u001b[8m \\u001b]0;owned\\u0007\\u009b\\u202e; it passed its check.",
  );
  forge(`create view "${ESCAPES}" as select 1`);
  expect(await runRestoreCommand(["--yes", backup], "/")).toBe(1);
  expect(said.at(-1)).toContain("This backup's database has a view \\u001b[8m");
  vi.restoreAllMocks();
  expect(said.join("")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

it("without a yes, nothing changes", async () => {
  rmSync(databaseFile);
  expect(await restoreBackup(backup, { confirm: async () => false, tryStart })).toBeUndefined();
  expect(existsSync(databaseFile)).toBe(false);
  expect(readdirSync(config.DATA_DIR).filter((name) => name.includes("restor"))).toEqual([]);
});
