import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { listSettings } from "~/config.server";
import { MAX_SECRET_BYTES } from "~/http/stored-secret.server";
import { MAX_IMAGE_BYTES } from "~/pictures/upload";
import { MAX_JSON_FILE_BYTES } from "~/values/json-file.server";
import { StartError } from "~/values/start-error";
import { type FileRecord, formatBytes, isMissing } from "./files.server";
import { isPhotoName } from "./folder.server";

export const MANIFEST_FILE = "manifest.json";
const BACKUP_NAME = /^yard-\d{8}-\d{6}Z$/;
// Nothing else is restored, so that a forged path can't lead out of the folder. No disk takes a longer name.
const BACKUP_FILE =
  /^(site\.db|session-secret|business\.json|teardown\.json|uploads\/[0-9a-z-]{1,100}\/\d{1,20}\.(avif|webp))$/;

/** A list of such items. Stops at the first bad one: zod would collect a million errors from a list of a million. */
function listOf<Item>(item: z.ZodType<Item>) {
  return z.custom<Item[]>(
    (value) => Array.isArray(value) && value.every((one) => item.safeParse(one).success),
  );
}

const manifestSchema = z.object({
  format: z.literal(1),
  /** Of the program that made the backup. */
  version: z.string(),
  /** ISO date-time: everything stored before it is in the backup. */
  createdAt: z.iso.datetime(),
  /** The migrations of the database, the latest last. */
  migrations: listOf(z.string()),
  vehicles: z.number(),
  requests: z.number(),
  pictures: z.number(),
  /** How many rows the other tables have that a person would count; an older version's backup does not say. */
  records: z
    .custom<Record<string, number>>(
      (value) =>
        typeof value === "object" &&
        value !== null &&
        Object.values(value).every((count) => typeof count === "number"),
    )
    .optional(),
  /** The names of the environment variables that the site had, whose values are in no backup. */
  settings: listOf(z.string()).optional(),
  /** Of all files; a picture that is a hard link takes no disk space. */
  bytes: z.number(),
  /** `s3://bucket/prefix`: where the pictures are if they are not in the backup. */
  picturesIn: z.string().optional(),
  /** Public ids of pictures that records name, but that were gone already. */
  missingPictures: listOf(z.string()),
  files: listOf(
    z.object({
      path: z.string().refine(isBackupFile),
      bytes: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  )
    // One that is named twice would be read twice.
    .refine((files) => new Set(files.map((file) => file.path)).size === files.length),
});

/** Whether a backup may have a file of this name, besides its manifest. */
export function isBackupFile(name: string): boolean {
  return BACKUP_FILE.test(name) || isPhotoName(name);
}

type FileSize = Pick<FileRecord, "path" | "bytes">;

/** The most bytes of a backup's file that is read at once: the site reads no larger one. The database and pictures may be any size. */
function maxBytesOf(name: string): number {
  if (name === "session-secret") return MAX_SECRET_BYTES;
  if (name === "business.json" || name === "teardown.json") return MAX_JSON_FILE_BYTES;
  return isPhotoName(name) ? MAX_IMAGE_BYTES : Number.POSITIVE_INFINITY;
}

/** Whether a file is larger than the site reads, so that no backup has it. */
export function isTooLarge({ path, bytes }: FileSize): boolean {
  return bytes > maxBytesOf(path);
}

/** @throws StartError naming a backup's first file that is larger than the site reads it */
export function rejectLarge(files: readonly FileSize[]): void {
  const large = files.find(isTooLarge);
  if (!large) return;
  throw new StartError(
    `In this backup ${large.path} has ${formatBytes(large.bytes)}, more than the ${formatBytes(maxBytesOf(large.path))} that it may have, so it can't be restored. Use another.`,
  );
}

/** What a backup contains: `manifest.json` in its folder. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The environment variables that a backup's site had and this one lacks. */
export function listMissingSettings({ settings = [] }: Pick<Manifest, "settings">): string[] {
  return settings.filter((name) => !listSettings().includes(name));
}

/** `yard-20261122-030000Z`. */
export function backupName(createdAt: Date): string {
  return `yard-${timestamp(createdAt)}`;
}

/** Whether a text could be a backup's name, so that it names nothing else. */
export function isBackupName(name: string): boolean {
  return BACKUP_NAME.test(name);
}

/** `20261122-030000Z`, in UTC. */
export function timestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "").replace("T", "-");
}

export function manifestFile(folder: string): string {
  return path.join(folder, MANIFEST_FILE);
}

/** Changes when the manifest on disk does. */
export function manifestState(folder: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(manifestFile(folder));
    return [mtimeMs, ctimeMs, size, ino].join();
  } catch {
    // Such as a link that leads to itself.
    return "unreadable";
  }
}

/**
 * Reads and validates a backup's manifest.
 * @throws StartError if the folder is no backup, or its manifest is damaged
 */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(manifestFile(folder), "utf8");
  } catch (error) {
    throw new StartError(
      isMissing(error)
        ? `${folder} is not a backup: it has no ${MANIFEST_FILE}.`
        : `${manifestFile(folder)} can't be read: ${(error as Error).message}.`,
    );
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartError(`${manifestFile(folder)} is damaged, so this backup can't be restored. Use another.`);
}

/** What a manifest has besides its files: numbers by kind, migrations, pictures that were missing. */
const MAX_OTHER_PARTS = 200_000;
/** A file has a path, a size and a hash. */
const MAX_PARTS_OF_FILE = 12;

/** Whether a manifest has no more parts than so many files need: ten million parts take a gigabyte once they are read. */
export function isPlausible(text: string, files: number): boolean {
  const most = MAX_OTHER_PARTS + MAX_PARTS_OF_FILE * files;
  let parts = 0;
  for (const _part of text.matchAll(/[[{:,]/g)) if (++parts > most) return false;
  return true;
}

/** The backups in a folder, the newest first; those that cannot be read are left out. */
export function* listBackups(folder: string, now?: Date): Generator<{ path: string; manifest: Manifest }> {
  for (const name of listBackupNames(folder, now)) {
    const backup = path.join(folder, name);
    try {
      yield { path: backup, manifest: readManifest(backup) };
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
}

/** The names of what look like backups in a folder, the newest first; with `now`, those made by then. */
export function listBackupNames(folder: string, now?: Date): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => BACKUP_NAME.test(name) && (!now || name <= backupName(now)))
      .sort()
      .reverse();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
