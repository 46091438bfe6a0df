import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import type { BusinessSource } from "~/business/business-file.server";
import { PHOTO_FILE } from "~/business/schema";
import { config, isVariableSet } from "~/config.server";
import { makeFolder } from "~/db/owner.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { inProgram } from "~/program.server";
import { readJsonFile } from "~/values/json-file.server";
import { StartError } from "~/values/start-error";

interface BackupSettings {
  nightly?: boolean;
  folder?: string;
  days?: number;
}

/** Where backups go: BACKUP_DIR, or else what is set in the browser, or else `backups` next to the program. */
export function backupFolder(): string {
  return config.BACKUP_DIR ?? readSettings().folder ?? path.resolve("backups");
}

/** For how many days they are kept. */
export function daysKept(): number {
  if (isVariableSet("BACKUP_KEEP")) return config.BACKUP_KEEP;
  const { days } = readSettings();
  // Checked here: in a database from elsewhere it wasn't, and it decides what is deleted.
  return days !== undefined && Number.isInteger(days) && days > 0 ? days : config.BACKUP_KEEP;
}

/** Whether one is made every night. */
export function isBackupNightly(): boolean {
  return !config.TRIAL && (config.BACKUP_DIR !== undefined || readSettings().nightly === true);
}

let siteSettings: (() => BackupSettings) | undefined;

/** Takes them from the site, which has them in memory: every staff page asks for the state of the backups. */
export function takeSettingsFrom(site: () => BackupSettings): void {
  siteSettings = site;
}

/**
 * Outside the site, read over a separate connection: `npm run backup` and `npm run restore` must not open the site's database, yet see what
 * it sees. The business file counts if nobody has saved them.
 */
export function readSettings(): BackupSettings {
  if (config.DATABASE_URL) return {};
  if (siteSettings) return siteSettings();
  try {
    const sqlite = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
    try {
      const stored = sqlite.prepare("select value from settings where section = 'backups'").pluck().get();
      if (typeof stored === "string") return toBackupSettings(stored);
    } finally {
      sqlite.close();
    }
  } catch {
    // There is no database yet, or one without settings.
  }
  return readFileSettings(config.BUSINESS_FILE);
}

/** What the settings' row says. */
export function toBackupSettings(stored: string): BackupSettings {
  return JSON.parse(stored)?.backups ?? {};
}

/** What a business file says; nothing where it can't be read. */
export function readFileSettings(businessFile: string): BackupSettings {
  return (readFileValue(businessFile, "backups") as BackupSettings | undefined) ?? {};
}

/** The value of a key of a business file; undefined where it has none, or can't be read. */
export function readFileValue(businessFile: string, key: string): unknown {
  try {
    const file = readJsonFile("Business file", businessFile, "BUSINESS_FILE");
    return (file as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** Why backups can't go to a folder, in a sentence; undefined if they can. The folder is made if there is none. */
export function problemOfFolder(folder: string): string | undefined {
  try {
    // Checked before it is made, so that a rejected folder leaves nothing behind.
    if (isPublicFolder(folder)) return publicFolderProblem(folder);
    if (isWithin(folder, config.DATA_DIR))
      return `${folder} is in the folder that is backed up. Choose another one.`;
    makeFolder(folder, { like: config.DATA_DIR });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return unusableProblem(folder, error as NodeJS.ErrnoException);
  }
}

function unusableProblem(folder: string, { code }: NodeJS.ErrnoException): string {
  return code === "EEXIST" || code === "ENOTDIR"
    ? `${folder} is not a folder. Choose another one.`
    : `The site can't write in ${folder}. Choose another folder, or let the site's user write there.`;
}

/**
 * The folder for backups, which is made if there is none.
 * @throws StartError if it can't be made, or if everyone could read what is in it: a settings file or a restored database may name any
 * folder
 */
export function openBackupFolder(): string {
  const folder = backupFolder();
  if (isPublicFolder(folder)) throw new StartError(publicFolderProblem(folder));
  try {
    makeFolder(folder, { like: config.DATA_DIR });
  } catch (error) {
    throw new StartError(unusableProblem(folder, error as NodeJS.ErrnoException));
  }
  return folder;
}

/** The files of the program too: a release that is updated to serves its own. */
function isPublicFolder(folder: string): boolean {
  const programs = ["public", "build"].flatMap((name) => [path.resolve(name), inProgram(name)]);
  return [config.UPLOADS_DIR, path.resolve("releases"), ...programs].some((served) =>
    isWithin(folder, served),
  );
}

function publicFolderProblem(folder: string): string {
  return `Everyone can read what is in ${folder}. Choose another folder.`;
}

function isWithin(folder: string, around: string): boolean {
  const way = path.relative(realPath(around), realPath(folder));
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Where a folder is with all links followed, or would be if it were made. */
function realPath(folder: string): string {
  const absolute = path.resolve(folder);
  if (existsSync(absolute)) return realpathSync(absolute);
  return path.join(realPath(path.dirname(absolute)), path.basename(absolute));
}

/** The start of the name that a photo of the business has in a backup. */
const PHOTOS = "photos/";

/**
 * The files that a business edits, by their names in a backup: the two of its settings, and the photos next to the business file.
 * @param businessFile the one that names the photos: this site's, or a backup's
 */
export function listOwnFiles(businessFile: string): Record<string, string> {
  const folder = path.dirname(config.BUSINESS_FILE);
  return {
    "business.json": config.BUSINESS_FILE,
    "teardown.json": config.TEARDOWN_FILE,
    ...Object.fromEntries(listPhotos(businessFile).map((file) => [PHOTOS + file, path.join(folder, file)])),
  };
}

/** Whether a file in a backup is a photo of the business. */
export function isPhotoName(name: string): boolean {
  return name.startsWith(PHOTOS) && PHOTO_FILE.test(name.slice(PHOTOS.length));
}

/** What a business file says, unchecked; nothing where it can't be read. */
export function readOwnBusiness(businessFile: string): BusinessSource {
  try {
    return (readJsonFile("Business file", businessFile, "BUSINESS_FILE") ?? {}) as BusinessSource;
  } catch {
    return {};
  }
}

/** The photos that a business file names. */
function listPhotos(businessFile: string): string[] {
  const { photos } = readOwnBusiness(businessFile);
  const named = Array.isArray(photos) ? photos.map((photo: { file?: unknown } | null) => photo?.file) : [];
  return named.filter((file): file is string => typeof file === "string" && PHOTO_FILE.test(file));
}
