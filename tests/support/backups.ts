import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
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

/** A stored site that nobody serves: a database, a secret, an owner, and a vehicle with a picture for each color. */
export async function storeData(colors: string[]): Promise<StoredData> {
  const opened = openDatabase(databaseFile);
  const { sqlite, close } = opened;
  await migrate(opened);
  mkdirSync(config.DATA_DIR, { recursive: true });
  writeFileSync(path.join(config.DATA_DIR, "session-secret"), "secret".repeat(8), { mode: 0o600 });
  sqlite
    .prepare(
      `insert into administrators (id, username, usernameKey, passwordHash, role, createdAt, updatedAt)
       values ('ann', 'Ann', 'ann', '$argon2id$', 'owner', @now, @now) on conflict do nothing`,
    )
    .run({ now: "2026-03-02T15:04:00.000Z" });
  const publicIds: string[] = [];
  for (const color of colors) publicIds.push(await addVehicle(sqlite, color));
  return { sqlite, close, publicIds };
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
