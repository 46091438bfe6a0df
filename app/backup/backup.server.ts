import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { config, listSettings } from "~/config.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { databaseFile, queriesOver } from "~/db/sqlite/open.server";
import { takeDataLock } from "~/db/sqlite/secret.server";
import { syncPath } from "~/db/sync.server";
import { listPicturesInUse, type PicturedRecord } from "~/pictures/in-use.server";
import { describeBucket } from "~/pictures/uploads-url";
import { VERSION } from "~/program.server";
import { StartError } from "~/values/start-error";
import { checkIntegrity, readContents, requireSqlite } from "./contents.server";
import { deleteOldBackups, removeUnfinished, UNFINISHED } from "./deletion.server";
import {
  copySynced,
  type FileRecord,
  isMissing,
  isSameDisk,
  NoRoomError,
  recordFile,
  requireFreeSpace,
  syncFolders,
} from "./files.server";
import { backupFolder, listOwnFiles, openBackupFolder, readOwnBusiness } from "./folder.server";
import { backupName, isTooLarge, type Manifest, manifestFile } from "./manifest.server";
import { addPictures, pictureBytes } from "./pictures.server";

const PAGES_PER_STEP = 1000;

/** Staff can fix this one. */
export class MissingPicturesError extends StartError {}

/** Another backup is being made: nothing failed. */
export class BusyError extends StartError {
  constructor() {
    super("Another backup is running. Wait until it's done.");
  }
}

interface BackupOptions {
  /** Leaves out pictures that are gone, instead of failing. */
  allowMissingPictures?: boolean;
  /** Leaves backups that are too old in place, such as one that is about to be restored. */
  keepOld?: boolean;
  /** For a restore, which has the data to itself. */
  isInRestore?: boolean;
  /** For tests: bytes free on the disk of a folder. */
  freeBytes?: (folder: string) => Promise<number>;
}

/** A backup with its final name: complete, checked and on disk. */
export interface Backup {
  path: string;
  manifest: Manifest;
  /** Why an old or unfinished one could not be deleted. */
  warning?: string | undefined;
}

/**
 * Makes a backup of DATA_DIR and UPLOADS_DIR in BACKUP_DIR, while the site may be running, and then deletes backups older than BACKUP_KEEP
 * days, or before it if there is no room otherwise. Everything that was stored before the call is in it, except pictures in a bucket.
 * @throws StartError if it fails; then nothing of it is left
 */
export async function makeBackup(options: BackupOptions = {}): Promise<Backup> {
  requireSqlite();
  requireDatabase();
  const data = options.isInRestore ? undefined : takeDataLock("shared");
  if (!data && !options.isInRestore)
    throw new StartError(`A backup is being restored in ${config.DATA_DIR}. Try again when it's done.`);
  const lock = takeLock(BACKUP_LOCK, "exclusive");
  try {
    if (!lock) throw new BusyError();
    openBackupFolder();
    const warning = await removeUnfinished();
    const backup = await writeBackup(options).catch(async (error: Error) => {
      if (!(error instanceof NoRoomError) || options.keepOld) throw error;
      await deleteOldBackups(new Date());
      return writeBackup(options);
    });
    return {
      ...backup,
      warning: warning ?? (options.keepOld ? undefined : await deleteOldBackups(new Date())),
    };
  } finally {
    lock?.release();
    data?.release();
  }
}

function requireDatabase(): void {
  try {
    accessSync(databaseFile, constants.R_OK);
  } catch (error) {
    throw new StartError(
      isMissing(error)
        ? `There is no database at ${databaseFile} to back up.`
        : `${databaseFile} can't be read: ${(error as Error).message}. Does another user own it?`,
    );
  }
}

async function writeBackup(options: BackupOptions): Promise<Backup> {
  const createdAt = await findFreeTime();
  const name = backupName(createdAt);
  const unfinished = path.join(backupFolder(), UNFINISHED + name);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    await copyDatabase(path.join(unfinished, "site.db"), options);
    const manifest = await completeBackup(unfinished, createdAt, options);
    giveToOwnerOf(config.DATA_DIR, unfinished);
    await syncFolders(unfinished);
    const finished = path.join(backupFolder(), name);
    renameSync(unfinished, finished);
    syncPath(backupFolder());
    return { path: finished, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The time now, or a second later if there is a backup of this second. */
async function findFreeTime(): Promise<Date> {
  for (;;) {
    const now = new Date();
    if (!existsSync(path.join(backupFolder(), backupName(now)))) return now;
    await sleep(100);
  }
}

/**
 * SQLite's online backup starts again whenever another process writes. A read transaction pins what it copies, so the backup ends however
 * much the site writes in the meantime.
 */
async function copyDatabase(target: string, { freeBytes }: BackupOptions): Promise<void> {
  const source = new SqliteDatabase(databaseFile, { fileMustExist: true });
  try {
    source.exec("begin; select count(*) from sqlite_master");
    const bytes =
      (source.pragma("page_count", { simple: true }) as number) *
      (source.pragma("page_size", { simple: true }) as number);
    const isLinked = existsSync(config.UPLOADS_DIR) && isSameDisk(config.UPLOADS_DIR, backupFolder());
    const pictures =
      isLinked || config.UPLOADS_URL
        ? 0
        : await pictureBytes(config.UPLOADS_DIR, (await listOwnPictures(source)).keys());
    await requireFreeSpace(backupFolder(), bytes + pictures, freeBytes);
    await source.backup(target, { progress: () => PAGES_PER_STEP });
  } finally {
    source.close();
  }
  chmodSync(target, 0o600);
}

/** Adds everything but the database, checks the whole, and writes the manifest. */
async function completeBackup(
  folder: string,
  createdAt: Date,
  { allowMissingPictures = false }: BackupOptions,
): Promise<Manifest> {
  const { contents, pictures } = await readCopy(path.join(folder, "site.db"));
  const files: FileRecord[] = [await recordFile(folder, "site.db")];
  for (const [name = "", source = ""] of [
    ["session-secret", path.join(config.DATA_DIR, "session-secret")],
    ...Object.entries(listOwnFiles(config.BUSINESS_FILE)),
  ]) {
    // A file that the site can't use, such as a photo of 20 MB next to the business file, would only make the backup impossible to restore.
    if (!existsSync(source) || isTooLarge({ path: name, bytes: statSync(source).size })) continue;
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true, mode: 0o700 });
    await copySynced(source, path.join(folder, name), 0o600);
    files.push(await recordFile(folder, name));
  }
  const inBucket = config.UPLOADS_URL && describeBucket(config.UPLOADS_URL);
  const added = await addPictures(config.UPLOADS_DIR, folder, inBucket ? new Map() : pictures);
  const missing = [...added.missing].flatMap((publicId) => pictures.get(publicId) ?? []);
  if (missing.length > 0 && !allowMissingPictures) throw missingPictures(missing);
  files.push(...added.files);
  const manifest: Manifest = {
    format: 1,
    version: VERSION,
    createdAt: createdAt.toISOString(),
    migrations: contents.migrations,
    vehicles: contents.vehicles,
    requests: contents.requests,
    records: contents.records,
    settings: listSettings(),
    pictures: inBucket ? 0 : pictures.size - added.missing.size,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(inBucket && { picturesIn: inBucket }),
    missingPictures: [...added.missing],
    files,
  };
  writeFileSync(manifestFile(folder), JSON.stringify(manifest), { mode: 0o600 });
  syncPath(manifestFile(folder));
  return manifest;
}

/** Checks the copied database and turns it into one file without a `-wal`, which read-only disks can open too. */
async function readCopy(file: string) {
  const copy = new SqliteDatabase(file, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = DELETE");
    checkIntegrity(copy);
    return { contents: readContents(copy), pictures: await listOwnPictures(copy) };
  } finally {
    copy.close();
  }
}

/** The pictures that the database and its business file name. */
function listOwnPictures(sqlite: SqliteDatabase.Database) {
  return listPicturesInUse(queriesOver(sqlite), readOwnBusiness(config.BUSINESS_FILE));
}

function missingPictures([first, ...more]: readonly PicturedRecord[]): StartError {
  const { noun, name, isInTrash } = first ?? { noun: "record", name: "", isInTrash: false };
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const [where, advice] = isInTrash
    ? [" in the trash", `Delete the ${noun} permanently there, or restore it and upload the picture again.`]
    : ["", `Upload it again, or remove it from the ${noun}.`];
  return new MissingPicturesError(
    `The picture of ${noun} ${name}${where}${others} is missing or damaged on disk, so no backup was made. ${advice}`,
  );
}
