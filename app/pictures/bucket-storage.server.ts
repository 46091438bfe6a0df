import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import pLimit from "p-limit";
import { type Bucket, BucketError } from "./bucket.server";
import { largestFile, pictureType, storedVersions } from "./picture";
import { isTrashDayOver, type PictureStorage, trashDay } from "./storage";

/** An empty object for each picture: when it was last changed is when the picture was last claimed. */
const CLAIMS = ".claimed/";
/** The files of a picture in the trash are at `.trash/<public id>/<day>/<file>`. */
const TRASH = ".trash/";
const CALLS_AT_ONCE = 4;

/**
 * Keeps pictures in a bucket, where nothing can be renamed and several processes may be at work. So the order of the steps
 * holds what a lock would: a picture is there if its largest file is, which is written last, and a claim is written before it
 * looks whether the picture is there. Moving to the trash deletes the files, then looks for a claim.
 */
export function openBucketStorage(bucket: Bucket): PictureStorage {
  const limit = pLimit(CALLS_AT_ONCE);
  const isThere = async (publicId: string) =>
    (await bucket.head(`${publicId}/${largestFile(publicId)}`)) !== undefined;
  // Different content each time, so that each claim has a unique ETag.
  const writeClaim = (publicId: string) => bucket.put(CLAIMS + publicId, Buffer.from(randomUUID()));

  async function keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of bucket.list(prefix)) keys.push(key);
    return keys;
  }

  const inTurn = (keys: readonly string[], act: (key: string) => Promise<unknown>) =>
    Promise.all(keys.map((key) => limit(() => act(key))));

  /** Copies a picture back from the trash and deletes it there; true if it is then there. */
  async function restoreFromTrash(publicId: string): Promise<boolean> {
    const trashed = await keysBelow(`${TRASH}${publicId}/`);
    await inTurn(trashed, (key) => bucket.copy(key, `${publicId}/${key.slice(key.lastIndexOf("/") + 1)}`));
    if (!(await isThere(publicId))) return false;
    await inTurn(trashed, (key) => bucket.delete(key));
    return true;
  }

  return {
    name: bucket.name,

    async writePicture(publicId, files) {
      // First, so that what a crash cuts short is listed, and goes as unused.
      await writeClaim(publicId);
      const write = (file: string) =>
        bucket.put(`${publicId}/${file}`, files.get(file) ?? Buffer.alloc(0), {
          "Content-Type": pictureType(file),
          "Cache-Control": "public, max-age=31536000, immutable",
        });
      const largest = largestFile(publicId);
      await inTurn(
        [...files.keys()].filter((file) => file !== largest),
        write,
      );
      await write(largest);
    },

    async claimPicture(publicId) {
      if (!(await isThere(publicId)) && !(await restoreFromTrash(publicId))) return false;
      await writeClaim(publicId);
      if (await isThere(publicId)) return true;
      // It went to the trash between the two.
      if (!(await restoreFromTrash(publicId))) return false;
      await writeClaim(publicId);
      return true;
    },

    async listPictures() {
      const claims = new Map<string, Date>();
      // Those that another program put there have no claim.
      for await (const name of bucket.listFolders("")) claims.set(name, new Date(0));
      for await (const { key, modifiedAt } of bucket.list(CLAIMS))
        claims.set(key.slice(CLAIMS.length), modifiedAt);
      return [...claims]
        .filter(([publicId]) => storedVersions(publicId) !== undefined)
        .map(([publicId, claimedAt]) => ({ publicId, claimedAt }));
    },

    async trashPicture(publicId, { before, now }) {
      const claim = CLAIMS + publicId;
      const claimed = await bucket.head(claim);
      if (claimed && new Date(claimed.get("Last-Modified") ?? 0) >= before) return false;
      const keys = await keysBelow(`${publicId}/`);
      const target = `${TRASH}${publicId}/${trashDay(now)}/`;
      await inTurn(keys, (key) => bucket.copy(key, target + key.slice(publicId.length + 1)));
      // The largest last: a process that finds it gone brings the others back, and none may be deleted after that.
      const largest = `${publicId}/${largestFile(publicId)}`;
      await inTurn(
        keys.filter((key) => key !== largest),
        (key) => bucket.delete(key),
      );
      await bucket.delete(largest);
      if ((await bucket.head(claim))?.get("ETag") !== claimed?.get("ETag")) {
        await restoreFromTrash(publicId);
        return false;
      }
      await bucket.delete(claim);
      return keys.length > 0;
    },

    async emptyTrash(before) {
      const over = (await keysBelow(TRASH)).filter((key) => isTrashDayOver(key.split("/")[2] ?? "", before));
      await inTurn(over, (key) => bucket.delete(key));
    },

    // What a write left has a claim, so it is listed.
    async deleteUnfinished() {},

    async fileSize(publicId, file) {
      const headers = await bucket.head(`${publicId}/${file}`);
      return headers && Number(headers.get("Content-Length"));
    },

    async readFile(publicId, file) {
      const response = await bucket.open(`${publicId}/${file}`);
      if (response.status !== 200 || !response.body)
        throw new BucketError(`${bucket.name} has no ${publicId}/${file}.`, response.status);
      return Readable.fromWeb(response.body as ReadableStream);
    },
  };
}
