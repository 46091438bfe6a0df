import path from "node:path";
import { PHOTO_FILE } from "~/business/schema";
import { config } from "~/config.server";
import { readJsonFile } from "~/values/json-file.server";

/** Where backups go. */
export const backupFolder = config.BACKUP_DIR ?? path.resolve("backups");

/** The start of the name that a photo of the business has in a backup. */
const PHOTOS = "photos/";

/**
 * The files that a business edits, by their names in a backup: the two of its settings, and the photos beside the business file.
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

/** The photos that a business file names; none where it can't be read, or is of a version without any. */
function listPhotos(businessFile: string): string[] {
  let photos: unknown;
  try {
    photos = (readJsonFile("Business file", businessFile, "BUSINESS_FILE") as { photos?: unknown }).photos;
  } catch {
    return [];
  }
  const named = Array.isArray(photos) ? photos.map((photo: { file?: unknown } | null) => photo?.file) : [];
  return named.filter((file): file is string => typeof file === "string" && PHOTO_FILE.test(file));
}
