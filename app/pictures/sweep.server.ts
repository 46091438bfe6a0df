import { listSavedValues } from "~/accounts/saved-submission.server";
import { db } from "~/db/connection.server";
import { pictureStore } from "./claims.server";
import { parsePublicId } from "./picture";

/** How long an unused picture is kept, in milliseconds (decisions, section 7). */
export const UNUSED_PICTURE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes the pictures that no vehicle or saved submission has used for a day, and folders left incomplete by a crash.
 * @returns the public ids deleted
 */
export async function sweepPictures(now: Date): Promise<string[]> {
  const used = await findUsedPictures();
  const before = new Date(now.getTime() - UNUSED_PICTURE_LIFETIME_MS);
  return pictureStore.deleteUnusedPictures(before, (publicId) => used.has(publicId));
}

async function findUsedPictures(): Promise<Set<string>> {
  const urls = await listSavedValues("imageUrl");
  for (const table of ["dismantledVehicles", "retailVehicles"] as const) {
    const rows = await db.selectFrom(table).select("imageUrl").where("imageUrl", "is not", null).execute();
    for (const { imageUrl } of rows) if (imageUrl) urls.push(imageUrl);
  }
  return new Set(urls.flatMap((url) => parsePublicId(url) ?? []));
}
