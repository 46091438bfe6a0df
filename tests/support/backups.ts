import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { inject } from "vitest";
import { config } from "~/config.server";
import { migrate } from "~/db/migrate.server";
import { databaseFile, openDatabase, type SqliteConnection } from "~/db/sqlite/open.server";
import { openFolderStorage } from "~/pictures/folder-storage.server";
import { openPictureStore } from "~/pictures/store.server";
import { photo } from "./pictures";

interface StoredData {
  sqlite: SqliteConnection;
  /** Closes the database. */
  close: () => void;
  /** Of the pictures. */
  publicIds: string[];
}

/** As this program makes them. */
export const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$I5/paaBktbdAyqStmgJEXQ$V93OR4Fb7wLiod+vhU30El1hkdn7ptnmpoU3Fqycnsw";

/** Where a stored site is kept for the next test of a file: to migrate and to resize pictures takes longer than most tests. */
const kept = new Map<string, { folder: string; publicIds: string[] }>();

/**
 * A stored site that nobody serves, where there is none yet: a database, a secret, an owner, and a vehicle with a picture for each color.
 */
export async function storeData(colors: string[]): Promise<StoredData> {
  const of = kept.get(colors.join());
  if (of) {
    cpSync(path.join(of.folder, "data"), config.DATA_DIR, { recursive: true });
    cpSync(path.join(of.folder, "uploads"), config.UPLOADS_DIR, { recursive: true });
    const { sqlite, close } = openDatabase(databaseFile);
    return { sqlite, close, publicIds: of.publicIds };
  }
  const publicIds = await makeData(colors);
  // One without pictures may be made with other migrations.
  if (publicIds.length > 0) {
    const folder = mkdtempSync(path.join(inject("folder"), "stored-"));
    cpSync(config.DATA_DIR, path.join(folder, "data"), { recursive: true });
    cpSync(config.UPLOADS_DIR, path.join(folder, "uploads"), { recursive: true });
    kept.set(colors.join(), { folder, publicIds });
  }
  const { sqlite, close } = openDatabase(databaseFile);
  return { sqlite, close, publicIds };
}

async function makeData(colors: readonly string[]): Promise<string[]> {
  const opened = openDatabase(databaseFile);
  try {
    await migrate(opened);
    mkdirSync(config.DATA_DIR, { recursive: true });
    writeFileSync(path.join(config.DATA_DIR, "session-secret"), "secret".repeat(8), { mode: 0o600 });
    opened.sqlite
      .prepare(
        `insert into administrators (id, username, usernameKey, passwordHash, role, createdAt, updatedAt)
         values ('ann-account', 'Ann', 'ann', '${PASSWORD_HASH}', 'owner', @now, @now) on conflict do nothing`,
      )
      .run({ now: "2026-03-02T15:04:00.000Z" });
    const publicIds: string[] = [];
    for (const color of colors) publicIds.push(await addVehicle(opened.sqlite, color));
    return publicIds;
  } finally {
    opened.close();
  }
}

/** A vehicle with a picture in this color, which is its stock number too; the picture's public id. */
export async function addVehicle(sqlite: SqliteConnection, color: string): Promise<string> {
  const store = openPictureStore(openFolderStorage(config.UPLOADS_DIR));
  const stored = await store.storePicture(await photo(330, 240, color).png().toBuffer());
  if (!stored.ok) throw new Error(stored.message);
  sqlite
    .prepare(
      `insert into dismantledVehicles (id, stockNumber, stockNumberKey, year, make, model, mileage, vin, status, imageUrl,
         dateAcquired, createdAt, updatedAt, searchText)
       values (@color, @color, @color, 2012, 'Honda', 'Accord', 1, @color, 'Parts Available', @url, @now, @now, @now, '')`,
    )
    .run({ color, url: stored.url, now: "2026-03-02T15:04:00.000Z" });
  return stored.publicId;
}

/** The stock numbers in the database of DATA_DIR. */
export function stockNumbers(): unknown[] {
  const { sqlite, close } = openDatabase(databaseFile);
  try {
    return sqlite.prepare("select stockNumber from dismantledVehicles order by stockNumber").pluck().all();
  } finally {
    close();
  }
}

/**
 * Damages the database of DATA_DIR, as a failing disk does, where one of its tables begins.
 * @returns a function that mends it
 */
export function damageTable(name: string): () => void {
  const sqlite = new SqliteDatabase(databaseFile);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const root = sqlite
    .prepare("select rootpage from sqlite_schema where name = ?")
    .pluck()
    .get(name) as number;
  const size = sqlite.pragma("page_size", { simple: true }) as number;
  sqlite.close();
  const whole = Buffer.alloc(size);
  const at = (root - 1) * size;
  const put = (page: Buffer) => {
    const file = openSync(databaseFile, "r+");
    if (page !== whole) readSync(file, whole, 0, size, at);
    writeSync(file, page, 0, size, at);
    closeSync(file);
  };
  put(Buffer.alloc(size, 0x5a));
  return () => put(whole);
}
