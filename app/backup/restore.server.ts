import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import pLimit from "p-limit";
import { config } from "~/config.server";
import { migrate, migrations } from "~/db/migrate.server";
import { giveToOwnerOf, makeFolder } from "~/db/owner.server";
import type { Database, Row } from "~/db/schema";
import { databaseFile, openDatabase, queriesOver, type SqliteConnection } from "~/db/sqlite/open.server";
import { takeDataLock } from "~/db/sqlite/secret.server";
import { STAGING } from "~/db/sqlite/staging.server";
import { hasTable, quoteName, withColumnsOf } from "~/db/sqlite/tables.server";
import { MIN_SECRET_LENGTH } from "~/environment.server";
import { listPicturesInUse } from "~/pictures/in-use.server";
import { openUploads } from "~/pictures/open-storage.server";
import { describeBucket } from "~/pictures/uploads-url";
import { REQUEST_KINDS } from "~/requests/kinds";
import { StartError } from "~/values/start-error";
import { describeUnreadable, keepAccounts, readAccounts } from "./accounts.server";
import { checkIntegrity, readContents, requireContents, requireSqlite } from "./contents.server";
import {
  copySynced,
  type FileRecord,
  isMissing,
  isSameDisk,
  linkOrCopy,
  recordFile,
  requireFreeSpace,
  syncFolders,
} from "./files.server";
import { readFileSettings, toBackupSettings } from "./folder.server";
import { readJournal } from "./journal.server";
import { type Manifest, readManifest, rejectLarge } from "./manifest.server";
import { isWhole } from "./pictures.server";
import {
  listStored,
  type PresentData,
  readPresent,
  readPresentData,
  readPresentRows,
} from "./present.server";
import { requireReadable, requireTypes } from "./readable.server";
import { type Replaced, replaceData } from "./replace.server";
import { sealBackupAnew } from "./sealed.server";

export interface RestoreOptions {
  /** Asked once the backup has passed its checks; the restore goes on only if it resolves with true. */
  confirm: (backup: Manifest, present: PresentData, unreadable: string) => Promise<boolean>;
  /** Rejects a staged database that the site doesn't start with (trial.server.ts). */
  tryStart: (staging: string, backup: string) => Promise<void>;
  /** Called once the backup is in place. A check of each picture in a bucket follows, which can take long. */
  onReplaced?: (restored: Omit<Restored, "pictures">) => void;
}

export type Restored = Replaced & {
  migrated: string[];
  /** Accounts that only the backup has, with their roles: `Ann (Owner)`; empty for nobody. */
  turnedOff: string;
  /** What wasn't kept because it can't be read today, in sentences; empty for nothing. */
  unreadable: string;
  /** Undefined if they were in a folder and stay in one. */
  pictures: RestoredPictures | undefined;
};

/** A message about pictures that are in a bucket, or should be. */
interface RestoredPictures {
  sentence: string;
  areThere: boolean;
}

/**
 * Replaces DATA_DIR's database and secret, UPLOADS_DIR, BUSINESS_FILE and TEARDOWN_FILE with a backup, migrates it if it is older, and sets
 * aside what was there.
 * @returns undefined if it was not confirmed
 * @throws StartError if the backup is damaged or newer than this program, or the data is in use, or something fails; then
 * the present data is as it was
 */
export async function restoreBackup(
  folder: string,
  { confirm, tryStart, onReplaced }: RestoreOptions,
): Promise<Restored | undefined> {
  requireSqlite();
  const manifest = readManifest(folder);
  requireRestorable(manifest);
  for (const file of manifest.files) await verifyFile(folder, file);
  const lock = takeDataLock("exclusive");
  if (!lock) {
    throw new StartError(
      `The data in ${config.DATA_DIR} is in use. Stop the site and every other command on it, then restore.`,
    );
  }
  // Next to what they replace, so that a rename puts them in place.
  const staged = {
    folder: STAGING.restore.folder,
    // If a crash leaves it, the sweep of pictures deletes what starts like this.
    pictures: path.join(config.UPLOADS_DIR, ".storing-restore"),
  };
  const removeStaged = () => {
    for (const one of Object.values(staged)) rmSync(one, { recursive: true, force: true });
  };
  try {
    removeStaged();
    mkdirSync(staged.folder, { mode: 0o700 });
    const kept = await stageData(folder, staged.folder, manifest);
    const present = readPresentData();
    if (!(await confirm(manifest, present, kept.unreadable))) return undefined;
    await tryStart(staged.folder, folder);
    await stagePictures(folder, staged.pictures, manifest);
    checkpointPresent(present);
    const pictures = new Set(
      manifest.picturesIn === undefined ? groupByPicture(manifest).keys() : listStored(),
    );
    const restored = { ...replaceData(staged, pictures, folder), ...kept };
    onReplaced?.(restored);
    return { ...restored, pictures: await claimInBucket(manifest) };
  } finally {
    removeStaged();
    lock.release();
  }
}

/** @throws StartError if this program can't restore such a backup, or not here */
export function requireRestorable(manifest: Manifest): void {
  rejectNewer(manifest);
  rejectWithoutBucket(manifest);
  rejectLarge(manifest.files);
}

/** @throws StartError if a backup is of a version that this program doesn't know */
export function rejectNewer({ migrations: applied, version }: Manifest): void {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new StartError(
    `This backup was made by a newer version of this program (${version}): it has migrations this version doesn't know (${unknown.join(", ")}). Update the program first.`,
  );
}

/** The site would come up without a picture. */
function rejectWithoutBucket({ picturesIn }: Manifest): void {
  if (picturesIn === undefined || config.UPLOADS_URL) return;
  throw new StartError(
    `The pictures of this backup are not in it but in ${picturesIn}. Set UPLOADS_URL to that bucket, or to one with a copy of it.`,
  );
}

/** @throws StartError if a file of a backup is not what was backed up */
export async function verifyFile(folder: string, expected: FileRecord): Promise<void> {
  const found = await recordFile(folder, expected.path).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found?.sha256 === expected.sha256 && found.bytes === expected.bytes) return;
  const problem = found ? "is not what was backed up" : "is missing";
  throw new StartError(
    `${path.join(folder, expected.path)} ${problem}, so this backup can't be restored. Use another.`,
  );
}

/**
 * Copies the database and the secret, checks and migrates the copy, and keeps of today what stays.
 * @returns the migrations that ran, the accounts that only the backup has, and what of today can't be read
 */
export async function stageData(
  backup: string,
  staging: string,
  manifest: Manifest,
): Promise<Pick<Restored, "migrated" | "turnedOff" | "unreadable">> {
  const database = manifest.files.find((file) => file.path === "site.db");
  if (!database) throw new StartError(`${backup} has no database, so it can't be restored. Use another.`);
  // A migration keeps a copy of its own until it is done.
  await requireFreeSpace(config.DATA_DIR, database.bytes * 2);
  for (const { path: name } of manifest.files) {
    if (name !== "site.db" && name !== "session-secret") continue;
    await copySynced(path.join(backup, name), path.join(staging, name), 0o600);
  }
  requireSecret(path.join(staging, "session-secret"));
  const staged = openDatabase(path.join(staging, "site.db"));
  try {
    await keepOwnSchema(staged.sqlite, manifest, staging);
    checkIntegrity(staged.sqlite);
    requireTypes(staged.sqlite);
    requireContents(readContents(staged.sqlite), manifest);
    const migrated = await migrate(staged);
    requireReadable(staged.sqlite);
    goOnNumbering(staged.sqlite);
    rejectMissingPictures(await listPicturesInUse(staged.db), manifest);
    const secrets = readSecrets(staging);
    const lost = describeUnreadable(readAccounts(staged.sqlite));
    const turnedOff = await keepAccounts(staged, secrets);
    await keepSent(staged);
    await keepErased(staged, backup);
    const unreadable = [lost, sealBackupAnew(staged.sqlite, secrets)].filter(Boolean).join(" ");
    await keepBackupSettings(staged);
    return { migrated, turnedOff, unreadable };
  } finally {
    // The last connection to close leaves one file, without a -wal.
    staged.close();
  }
}

/** @throws StartError if the site couldn't start with a backup's secret */
function requireSecret(file: string): void {
  if (config.SESSION_SECRET !== undefined || !existsSync(file)) return;
  if (readFileSync(file, "utf8").trim().length < MIN_SECRET_LENGTH)
    throw new StartError(
      "This backup's session secret is too short, so the site couldn't start. Use another.",
    );
}

/** The secrets that the backup's site signed and sealed with, if the backup has them, and this site's, today and after the restore. */
function readSecrets(staging: string): Record<"backup" | "today" | "restored", string | undefined> {
  const [stored, backup] = [config.DATA_DIR, staging].map((folder) => {
    const file = path.join(folder, "session-secret");
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  });
  const today = config.SESSION_SECRET ?? stored;
  return { backup, today, restored: config.SESSION_SECRET ?? backup ?? today };
}

/**
 * Mail that was waiting when the backup was made gets the status it has here: it may have been sent since, or given up. Mail that this site
 * doesn't know isn't sent automatically: nobody here has seen what a backup from elsewhere would send, and to whom.
 */
async function keepSent({ db, sqlite }: ReturnType<typeof openDatabase>): Promise<void> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "messageId"])
    .where("status", "=", "waiting")
    .execute();
  const ids = new Map(rows.map(({ id, messageId }) => [messageId, id]));
  // Only these: three months of mail may not fit in memory.
  const present = readPresent(
    (sqlite) =>
      sqlite
        .prepare("select * from outbox where messageId in (select value from json_each(?))")
        .all(JSON.stringify([...ids.keys()])) as Row<"outbox">[],
  );
  // By status first, in any order of ids.
  await db
    .updateTable("outbox")
    .set({ status: "failed", lastError: "It was waiting in the backup that was restored." })
    .where("status", "=", "waiting")
    .execute();
  const known = withColumnsOf(sqlite, "outbox", typeof present === "object" ? present : []);
  for (const { id: _other, ...mail } of known) {
    const id = ids.get(mail.messageId);
    if (id !== undefined) await db.updateTable("outbox").set(mail).where("id", "=", id).execute();
  }
  // People with an alert were notified in the meantime, or will be about the next car.
  await db.deleteFrom("newArrivals").execute();
  const mailedAt = new Date().toISOString();
  await db.updateTable("arrivalMatches").set({ mailedAt }).where("mailedAt", "is", null).execute();
}

/**
 * What was erased at a customer's request since the backup must be erased again, which the site does before it answers
 * (customers/erase.server.ts). What is still here is noted as not erased by then: in this backup, or in one restored later, it may be that
 * of a customer erased since.
 */
async function keepErased({ db, sqlite }: ReturnType<typeof openDatabase>, backup: string): Promise<void> {
  const present = readPresentRows("erasures");
  // The person who restores is notified.
  if (present === "unreadable") return;
  const erasures = withColumnsOf(sqlite, "erasures", present);
  if (!isListBelieved(backup)) await dropOtherErasures(db, erasures);
  for (const erasure of erasures) {
    const due = { ...erasure, isDue: erasure.extent === "none" ? 0 : 1 };
    await db
      .insertInto("erasures")
      .values(due)
      .onConflict((conflict) =>
        conflict
          .columns(["recordKind", "recordId"])
          .doUpdateSet(due)
          .where("erasures.erasedAt", "<", erasure.erasedAt),
      )
      .execute();
  }
  // Noted by a restore after which the site hasn't started yet.
  if (erasures.some(({ isDue }) => isDue === 1)) return;
  const customer = db.selectFrom("erasures").select("recordId").where("recordKind", "=", "customer");
  if (!(await customer.where("isDue", "=", 1).executeTakeFirst())) return;
  const notedAt = new Date().toISOString();
  const note = sqlite.prepare(
    `insert into erasures ("recordKind", "recordId", extent, "erasedAt", "isDue") values (?, ?, 'none', ?, 0)
     on conflict do update set "erasedAt" = excluded."erasedAt" where extent = 'none'`,
  );
  sqlite.transaction(() => {
    for (const { table, recordKind } of ERASED_TABLES) {
      const ids = readPresentIds(table);
      for (const id of ids === "unreadable" ? [] : ids) note.run(recordKind, id, notedAt);
    }
  })();
}

/**
 * Whether what a backup lists as erased counts: nothing is here that could be erased, as on a new machine or where the database was lost.
 * One from elsewhere is believed only before anything was restored here, since an empty one may have been restored first.
 */
function isListBelieved(backup: string): boolean {
  const { brought, restored } = readJournal();
  return (
    (Object.keys(restored).length === 0 || !(path.basename(backup) in brought)) &&
    ([...ERASED_TABLES.map(({ table }) => table), "purchases", "sealedItems"] as const).every((table) => {
      const ids = readPresentIds(table);
      // What can't be read may well have rows.
      return ids !== "unreadable" && ids.length === 0;
    })
  );
}

function readPresentIds(table: keyof Database): unknown[] | "unreadable" {
  const ids = readPresent((sqlite) =>
    hasTable(sqlite, table)
      ? sqlite
          .prepare(`select id from ${quoteName(table)}`)
          .pluck()
          .all()
      : [],
  );
  return ids ?? [];
}

/**
 * What a backup from elsewhere lists as erased would be erased here permanently when its restore is undone. A backup of this site lists
 * nothing that isn't known here; on a new machine its list is all that is known.
 */
async function dropOtherErasures(
  db: ReturnType<typeof openDatabase>["db"],
  present: readonly Row<"erasures">[],
): Promise<void> {
  const keyOf = ({ recordKind, recordId, extent, erasedAt }: Row<"erasures">) =>
    [recordKind, recordId, extent, erasedAt].join();
  const known = new Set(present.map(keyOf));
  for (const erasure of await db.selectFrom("erasures").selectAll().execute()) {
    if (known.has(keyOf(erasure))) continue;
    await db
      .deleteFrom("erasures")
      .where("recordKind", "=", erasure.recordKind)
      .where("recordId", "=", erasure.recordId)
      .execute();
  }
}

/** What goes with a customer. */
const ERASED_TABLES: readonly { table: keyof Database; recordKind: Row<"erasures">["recordKind"] }[] = [
  ...REQUEST_KINDS,
  { table: "customers", recordKind: "customer" },
  { table: "sales", recordKind: "sale" },
  { table: "arrivalAlerts", recordKind: "arrivalAlert" },
];

/**
 * This site's settings for whether, where and how long backups are kept stay: the folder that the backup names may not be on this machine,
 * and fewer days would delete the copy of what the restore replaced. They are always stored, since a backup may have them in several
 * places. If there is no site yet, or today's can't be read, the backup's count.
 */
async function keepBackupSettings({ db }: ReturnType<typeof openDatabase>): Promise<void> {
  const today = existsSync(databaseFile) ? readPresentRows("settings") : "unreadable";
  if (today === "unreadable") return;
  const stored = today.find(({ section }) => section === "backups");
  const backups = stored ? toBackupSettings(stored.value) : readFileSettings(config.BUSINESS_FILE);
  const row = await db
    .selectFrom("settings")
    .select("version")
    .where("section", "=", "backups")
    .executeTakeFirst();
  const changed = {
    value: JSON.stringify({ backups }),
    version: (row?.version ?? 0) + 1,
    updatedAt: new Date().toISOString(),
    updatedBy: null,
  };
  await db
    .insertInto("settings")
    .values({ section: "backups", ...changed })
    .onConflict((conflict) => conflict.column("section").doUpdateSet(changed))
    .execute();
}

/**
 * Of a file from elsewhere only the rows are taken. A view, or a table of ours with other columns, defaults or checks, would act with every
 * later read or write, unseen, so such a file is rejected; triggers and indexes are recreated, and tables that aren't ours are dropped.
 * This comes before anything else reads or writes the file, because something in it could keep that from ever ending.
 * @throws StartError naming what the backup's migrations did not make, or what is missing of it
 */
async function keepOwnSchema(sqlite: SqliteConnection, manifest: Manifest, staging: string): Promise<void> {
  const own = openDatabase(path.join(staging, "own.db"));
  const applied = new Set(manifest.migrations);
  try {
    await migrate(own, Object.fromEntries(Object.entries(migrations).filter(([name]) => applied.has(name))));
    const [expected, found] = [listSchema(own.sqlite), listSchema(sqlite)];
    for (const [name, { type }] of found)
      if (type !== "table" && type !== "index" && !expected.has(name))
        throw new StartError(
          `This backup's database has a ${name}, which is not this program's. Use another.`,
        );
    for (const [name, { type, sql }] of expected) {
      if (type === "index") continue;
      const restored = found.get(name);
      if (!restored) throw new StartError(`This backup's database lacks the ${name}. Use another.`);
      if (type === "table" && restored.sql !== sql)
        throw new StartError(
          `The ${name} of this backup's database is not as this program makes it. Use another.`,
        );
    }
    dropOtherTables(
      sqlite,
      [...found.values()].filter(({ type, name }) => type === "table" && !expected.has(`table ${name}`)),
    );
    makeAnew(sqlite, expected, found);
    countAnew(sqlite, expected);
    startVersions(sqlite, own.sqlite);
  } finally {
    own.close();
  }
}

interface SchemaEntry {
  type: "table" | "index" | "trigger" | "view";
  name: string;
  sql: string;
}

/** What a database is made of, by name: `table parts`, `trigger partsAdded`. */
function listSchema(sqlite: SqliteConnection): Map<string, SchemaEntry> {
  // By their SQL, because a made-up file can give a trigger or a view a name like theirs.
  const entries = sqlite
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and sql not like 'CREATE TABLE sqlite\\_stat_(%' escape '\\'",
    )
    .all() as SchemaEntry[];
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
}

function dropOtherTables(sqlite: SqliteConnection, tables: readonly SchemaEntry[]): void {
  if (tables.length === 0) return;
  const isVirtual = ({ sql }: SchemaEntry) => /^create virtual/i.test(sql);
  // Dropping a virtual table drops the tables that it is stored in.
  const inOrder = [...tables.filter(isVirtual), ...tables.filter((table) => !isVirtual(table))];
  sqlite.pragma("foreign_keys = OFF");
  sqlite.transaction(() => {
    for (const { name } of inOrder) sqlite.exec(`drop table if exists ${quoteName(name)}`);
  })();
  sqlite.pragma("foreign_keys = ON");
}

/** Recreates triggers and indexes that differ from the migrations', and drops indexes that they don't make. */
function makeAnew(
  sqlite: SqliteConnection,
  expected: ReadonlyMap<string, SchemaEntry>,
  found: ReadonlyMap<string, SchemaEntry>,
): void {
  const isRemade = ({ type }: SchemaEntry) => type === "trigger" || type === "index";
  sqlite.transaction(() => {
    for (const [key, { type, name, sql }] of [...found].filter(([, entry]) => isRemade(entry)))
      if (expected.get(key)?.sql !== sql) sqlite.exec(`drop ${type} if exists ${quoteName(name)}`);
    for (const [key, { sql }] of [...expected].filter(([, entry]) => isRemade(entry)))
      if (found.get(key)?.sql !== sql) sqlite.exec(sql);
  })();
}

/**
 * The versions by which the site notices changes: every one, starting from a number that none of them has had. The file's may be missing,
 * or at the highest possible number.
 */
function startVersions(sqlite: SqliteConnection, own: SqliteConnection): void {
  if (!hasTable(own, "inventoryVersions")) return;
  const start = sqlite.prepare('insert into "inventoryVersions" (inventory, number) values (?, ?)');
  sqlite.transaction(() => {
    sqlite.exec('delete from "inventoryVersions"');
    for (const name of own.prepare('select inventory from "inventoryVersions"').pluck().all())
      start.run(name, Date.now());
  })();
}

/** The papers that are numbered without a gap, by their series (sales/series.server.ts, which nothing here may load). */
const NUMBERED = { sale: "sales", creditNote: "creditNotes", accountPayment: "accountPayments" };

/**
 * Continues the papers' numbers from the last one used, whatever number the backup says comes next.
 * @throws StartError if there are none left
 */
function goOnNumbering(sqlite: SqliteConnection): void {
  for (const [series, table] of Object.entries(NUMBERED)) {
    if (sqlite.prepare(`select 1 from ${quoteName(table)} where number > ?`).get(MAX_ROWS))
      throw new StartError(`The ${table} of this backup's database leave no room for more. Use another.`);
    sqlite
      .prepare(
        `insert into "numberSeries" (name, next) select ?, max(number) + 1 from ${quoteName(table)} where true having max(number) is not null
         on conflict do update set next = excluded.next`,
      )
      .run(series);
  }
}

/**
 * Continues the numbers of tables that number their rows from the last row: after a number that only the file claims, none may be left.
 * @throws StartError if there are none left
 */
function countAnew(sqlite: SqliteConnection, expected: ReadonlyMap<string, SchemaEntry>): void {
  const numbered = [...expected.values()].filter(({ sql }) => /\bautoincrement\b/i.test(sql));
  if (numbered.length === 0) return;
  sqlite.transaction(() => {
    sqlite.exec("delete from sqlite_sequence");
    for (const { name } of numbered) {
      const last = sqlite
        .prepare(`select max(rowid) from ${quoteName(name)}`)
        .pluck()
        .get() as number | null;
      if (last === null) continue;
      if (last > MAX_ROWS)
        throw new StartError(`The ${name} of this backup's database leave no room for more. Use another.`);
      sqlite.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(name, last);
    }
  })();
}

/** No site uses as many numbers, and a backup may have nine times as many more (readable.server.ts). */
const MAX_ROWS = 1e13;

function rejectMissingPictures(inUse: ReadonlyMap<string, unknown>, manifest: Manifest): void {
  if (manifest.picturesIn !== undefined) return;
  const files = groupByPicture(manifest);
  const missing = new Set(manifest.missingPictures);
  for (const publicId of inUse.keys()) {
    if (missing.has(publicId)) continue;
    const found = files.get(publicId);
    if (!found)
      throw new StartError(`The picture ${publicId} is not in this backup's manifest. Use another backup.`);
    // It would make the next backup fail.
    if (!isWhole(publicId, found))
      throw new StartError(`The picture ${publicId} of this backup is not what its name says. Use another.`);
  }
}

/** The files of each picture in a backup, by public id. */
function groupByPicture(manifest: Manifest): Map<string, FileRecord[]> {
  const pictures = new Map<string, FileRecord[]>();
  for (const file of manifest.files) {
    const publicId = /^uploads\/([^/]+)\//.exec(file.path)?.[1];
    if (publicId) pictures.set(publicId, [...(pictures.get(publicId) ?? []), file]);
  }
  return pictures;
}

/** Puts the pictures that aren't in UPLOADS_DIR yet next to it. */
async function stagePictures(backup: string, staging: string, manifest: Manifest): Promise<void> {
  makeFolder(config.UPLOADS_DIR, { mode: 0o755 });
  const needed: FileRecord[] = [];
  for (const files of groupByPicture(manifest).values()) {
    if (!(await isStored(files))) needed.push(...files);
  }
  if (!isSameDisk(backup, config.UPLOADS_DIR)) {
    await requireFreeSpace(
      config.UPLOADS_DIR,
      needed.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  }
  await mkdir(staging);
  for (const file of needed) {
    const target = path.join(staging, path.relative("uploads", file.path));
    await mkdir(path.dirname(target), { recursive: true });
    await linkOrCopy(path.join(backup, file.path), target);
  }
  await syncFolders(staging);
  giveToOwnerOf(config.UPLOADS_DIR, staging);
}

async function isStored(files: readonly FileRecord[]): Promise<boolean> {
  for (const { path: file, sha256 } of files) {
    const found = await recordFile(config.UPLOADS_DIR, path.relative("uploads", file)).catch(() => undefined);
    if (found?.sha256 !== sha256) return false;
  }
  return true;
}

/**
 * Brings the restored records' pictures back from the bucket's trash, where they may have gone since.
 * @returns undefined where this site has no bucket
 */
async function claimInBucket({ picturesIn }: Manifest): Promise<RestoredPictures | undefined> {
  if (!config.UPLOADS_URL) return undefined;
  const bucket = describeBucket(config.UPLOADS_URL);
  if (picturesIn === undefined)
    return {
      sentence: `The pictures are in ${config.UPLOADS_DIR}, but the site shows those in ${bucket}. Copy them: UPLOADS_URL= npm run move -- --uploads "<the value of UPLOADS_URL>"`,
      areThere: false,
    };
  const storage = openUploads();
  const sqlite = new SqliteDatabase(databaseFile, { readonly: true });
  try {
    const inUse = [...(await listPicturesInUse(queriesOver(sqlite))).keys()];
    const found = await pLimit(CLAIMS_AT_ONCE).map(inUse, (publicId) => storage.claimPicture(publicId));
    const missing = found.filter((isThere) => !isThere).length;
    if (missing === 0) return { sentence: `All ${inUse.length} pictures are in ${bucket}.`, areThere: true };
    return {
      sentence: `${missing} of ${inUse.length} pictures are not in ${bucket}; its versions may have them (docs/scaling.md).`,
      areThere: false,
    };
  } catch (error) {
    const sentence = `The pictures in ${bucket} were not checked: ${(error as Error).message}`;
    return { sentence, areThere: false };
  } finally {
    sqlite.close();
  }
}

const CLAIMS_AT_ONCE = 4;

/** Moves what is in the -wal to the database: until both are set aside, a crash could separate them. */
function checkpointPresent({ database }: PresentData): void {
  if (typeof database !== "object") return;
  const sqlite = new SqliteDatabase(databaseFile);
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
}
