import { businessSource } from "~/business/business.server";
import { tableOf } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { log } from "~/http/log.server";
import { DAY_MS } from "~/values/days";
import { listBusinessPhotoIds } from "./business-photos.server";
import { pictureStore } from "./claims.server";
import { listPicturesInUse, PICTURED } from "./in-use.server";

/** How long an unused picture stays where it is, in milliseconds. */
const UNUSED_PICTURE_LIFETIME_MS = DAY_MS;
/** How long it can be brought back from the trash after that. */
const TRASH_LIFETIME_MS = 30 * DAY_MS;
/** How many unused pictures are always swept, however few there are in all, such as those of an abandoned form. */
const ALWAYS_SWEPT = 5;

/**
 * Moves the pictures that no record, setting or saved submission has used for a day to the trash, and deletes what has been there for
 * 30 days. None is moved where the database looks like another one's: without a vehicle or a part, or where most pictures would go.
 * @returns the public ids moved
 */
export async function sweepPictures(now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - UNUSED_PICTURE_LIFETIME_MS);
  await pictureStore.deleteUnfinished(before);
  await pictureStore.emptyTrash(new Date(now.getTime() - TRASH_LIFETIME_MS));
  const pictures = await pictureStore.listPictures();
  const used = await listPicturesInUse(db, businessSource);
  for (const publicId of await listBusinessPhotoIds()) used.set(publicId, undefined);
  const unused = pictures.filter(({ publicId, claimedAt }) => claimedAt < before && !used.has(publicId));
  const most = unused.length > ALWAYS_SWEPT && unused.length > pictures.length / 2;
  if (unused.length > 0 && (most || !(await hasPicturedRecord()))) {
    log.warn(
      { unused: unused.length, pictures: pictures.length },
      "unused pictures left in place: is DATA_DIR the right one?",
    );
    return [];
  }
  const moved: string[] = [];
  for (const { publicId } of unused) {
    if (await pictureStore.trashPicture(publicId, { before, now })) moved.push(publicId);
  }
  return moved;
}

/** Whether there is a vehicle or a part, or another record that could have a picture. */
async function hasPicturedRecord(): Promise<boolean> {
  for (const collection of PICTURED) {
    if (await db.selectFrom(tableOf(collection)).select("id").limit(1).executeTakeFirst()) return true;
  }
  return false;
}
