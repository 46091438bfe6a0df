import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  type ReadStream,
  readFileSync,
  renameSync,
} from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { type Entry, fromFd, type ZipFile } from "yauzl";
import { ZipFile as NewZipFile } from "yazl";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { syncPath } from "~/db/sync.server";
import { StartError } from "~/values/start-error";
import { addStream } from "~/values/zip-stream.server";
import { requireSqlite } from "./contents.server";
import { removeUnfinished, unlist } from "./deletion.server";
import { isSystemError, requireFreeSpace, syncFolders } from "./files.server";
import { openBackupFolder } from "./folder.server";
import { noteBrought, noteMended, readJournal } from "./journal.server";
import {
  backupName,
  isBackupFile,
  isPlausible,
  MANIFEST_FILE,
  type Manifest,
  readManifest,
  rejectLarge,
} from "./manifest.server";
import { rejectNewer, verifyFile } from "./restore.server";
import { readAccountsAside } from "./run.server";

/*
 * A backup as one file: a zip of its folder, for a browser to save and to bring back.
 */

/** The largest file that is taken from a browser; a larger backup is copied into BACKUP_DIR. */
export const MAX_ZIP_BYTES = 4 * 1024 ** 3;
/** What the manifest may hold: about 150 bytes for each of a million files. */
const MAX_ENTRIES = 1_000_000;
/** The manifest is read at once and in the site's own process. Apart from the files, it is short. */
const MAX_MANIFEST_BYTES = { inAll: 1_000_000, ofEachFile: 500 };

/** A backup's folder as a zip file that is made while it is sent. Its pictures are compressed already, and most of it is pictures. */
export async function* zipBackup(folder: string): AsyncGenerator<Uint8Array> {
  const zip = new NewZipFile();
  const output = zip.outputStream as Readable;
  // A file that turns out to be unreadable ends the download, so that half a backup is never taken for one.
  zip.on("error", (error: Error) => output.destroy(error));
  let reading: ReadStream | undefined;
  for (const name of [MANIFEST_FILE, ...readManifest(folder).files.map((file) => file.path)]) {
    // Its secrets stay readable by their owner only, even if someone unpacks it by hand.
    addStream(zip, name, { mode: 0o100600, compress: !name.startsWith("uploads/") }, () => {
      reading = createReadStream(path.join(folder, name));
      return reading;
    });
  }
  try {
    zip.end();
    yield* output;
  } finally {
    // After an interrupted download the file would stay open, and its space in use even after the backup is deleted.
    reading?.destroy();
  }
}

/**
 * Adds a backup that was downloaded as a zip file to the others, once each file is verified to be what was backed up, and its database to
 * have what the manifest says.
 * @returns its name, and whether it was added, took the place of a damaged one, or was there already
 * @throws StartError if it is no backup, or is damaged, or there is no room for it; nothing of it is left then
 */
export async function takeZip(
  file: string,
): Promise<{ name: string; outcome: "added" | "replaced" | "there" }> {
  requireSqlite();
  const lock = takeLock(BACKUP_LOCK, "exclusive");
  if (!lock) throw new StartError("Another backup is running. Wait until it's done.");
  let unpacked: string | undefined;
  try {
    const backups = openBackupFolder();
    // If a crash leaves it, the next backup deletes what starts like this.
    unpacked = path.join(backups, `.unfinished-upload-${process.pid}`);
    await rm(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked, { mode: 0o700 });
    const files = await unpack(file, unpacked);
    if (!isPlausible(readFileSync(path.join(unpacked, MANIFEST_FILE), "utf8"), files))
      throw new StartError(NO_BACKUP);
    const manifest = readManifest(unpacked);
    rejectNewer(manifest);
    for (const expected of manifest.files) await verifyFile(unpacked, expected);
    const name = backupName(new Date(manifest.createdAt));
    const target = path.join(backups, name);
    const isThere = existsSync(target);
    if (isThere && !(await isDamaged(target, manifest))) return { name, outcome: "there" };
    const isOwn = isThere && manifestIn(target) !== undefined && !(name in readJournal().brought);
    // What it claims to have decides how long it stays, and which others stay.
    await readAccountsAside(unpacked);
    await syncFolders(unpacked);
    if (isThere) unlist(target);
    renameSync(unpacked, target);
    syncPath(backups);
    if (isOwn) noteMended(name);
    else noteBrought(name, new Date());
    await removeUnfinished();
    return { name, outcome: isThere ? "replaced" : "added" };
  } catch (error) {
    if (error instanceof StartError || isSystemError(error)) throw error;
    // The library throws plain errors for what is wrong with a zip file.
    throw new StartError(NO_BACKUP, { cause: error });
  } finally {
    if (unpacked) await rm(unpacked, { recursive: true, force: true });
    lock.release();
  }
}

/** Whether a backup lacks what it should have. One with another manifest is another backup, which isn't checked. */
async function isDamaged(folder: string, manifest: Manifest): Promise<boolean> {
  const found = manifestIn(folder);
  if (!found) return true;
  if (!isDeepStrictEqual(found, manifest)) return false;
  try {
    for (const expected of manifest.files) await verifyFile(folder, expected);
    return false;
  } catch (error) {
    if (error instanceof StartError) return true;
    throw error;
  }
}

/** A backup's manifest; undefined where it can't be read. */
function manifestIn(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

const NO_BACKUP =
  "This file is not a backup of this site, or it was cut off. Choose one that was downloaded here.";

/** @returns how many files it has */
async function unpack(file: string, folder: string): Promise<number> {
  const opened = await open(file);
  try {
    const options = { lazyEntries: true, autoClose: false };
    // The library rejects an entry that unpacks to more than the archive says, and a name that leads out of the folder.
    const zip = await promisify<number, typeof options, ZipFile>(fromFd)(opened.fd, options);
    if (zip.entryCount > MAX_ENTRIES) throw new StartError(NO_BACKUP);
    const entries = await listEntries(zip);
    const manifest = entries.find(({ fileName }) => fileName === MANIFEST_FILE);
    const { inAll, ofEachFile } = MAX_MANIFEST_BYTES;
    if (!manifest || manifest.uncompressedSize > inAll + ofEachFile * entries.length)
      throw new StartError(NO_BACKUP);
    rejectLarge(
      entries.map(({ fileName, uncompressedSize }) => ({ path: fileName, bytes: uncompressedSize })),
    );
    await requireFreeSpace(
      folder,
      entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    );
    for (const entry of entries) {
      const target = path.join(folder, entry.fileName);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const content = await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry);
      await pipeline(content, createWriteStream(target, { mode: 0o600, flags: "wx" }));
    }
    return entries.length;
  } finally {
    await opened.close();
  }
}

/** @throws StartError if there is a file that no backup has, or one twice */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      const isKnown = entry.fileName === MANIFEST_FILE || isBackupFile(entry.fileName);
      if (!isKnown || names.has(entry.fileName)) {
        reject(new StartError(NO_BACKUP));
        return;
      }
      names.add(entry.fileName);
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}
