import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { largestFile, pictureFiles } from "~/pictures/picture";
import type { PictureStorage } from "~/pictures/storage";

/** What a move of pictures did, in figures. */
interface MovedUploads {
  copied: number;
  /** Bytes of the copied pictures. */
  bytes: number;
  /** Pictures that were there already, in every size and with the same lengths. */
  skipped: number;
  /** Why a picture is not there, by public id. */
  problems: Map<string, string>;
}

const PICTURES_AT_ONCE = 3;

/**
 * Copies every picture that is not in `target` yet, without those in the trash, and reads each copy back to compare its hashes. The source
 * stays as it is, and the site may run during the copy: a stored picture never changes.
 * @param moved the public ids that an earlier call has found or put there, which are not looked at again; adds to it
 * @param onProgress gets how many pictures of how many are done
 * @throws if a storage fails; the next call continues from there
 */
export async function moveUploads(
  source: PictureStorage,
  target: PictureStorage,
  moved: Set<string>,
  onProgress: (done: number, all: number) => void,
): Promise<MovedUploads> {
  const pictures = await source.listPictures();
  const figures: MovedUploads = { copied: 0, bytes: 0, skipped: 0, problems: new Map() };
  let done = 0;
  await pLimit(PICTURES_AT_ONCE).map(pictures, async ({ publicId }) => {
    const outcome = moved.has(publicId) ? 0 : await movePicture(source, target, publicId);
    if (typeof outcome === "string") figures.problems.set(publicId, outcome);
    else {
      moved.add(publicId);
      figures.bytes += outcome;
      if (outcome === 0) figures.skipped += 1;
      else figures.copied += 1;
    }
    done += 1;
    onProgress(done, pictures.length);
  });
  return figures;
}

/** The bytes copied, 0 if the picture was there, or why it could not be copied. */
async function movePicture(
  source: PictureStorage,
  target: PictureStorage,
  publicId: string,
): Promise<number | string> {
  const names = pictureFiles(publicId);
  const sizes = await sizesIn(source, publicId);
  if (sizes.some((size) => !size)) return "is not whole where it was";
  // Claimed too, so that it counts as fresh there, and comes back if it was in the trash.
  const isThere = (await target.claimPicture(publicId)) && isSame(sizes, await sizesIn(target, publicId));
  if (isThere) return 0;
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name, await buffer(await source.readFile(publicId, name)));
  const largest = files.get(largestFile(publicId)) ?? Buffer.alloc(0);
  if (!publicId.startsWith(sha256(largest).slice(0, 24))) return "is damaged where it was";
  await target.writePicture(publicId, files);
  for (const [name, content] of files) {
    const copy = await buffer(await target.readFile(publicId, name));
    if (sha256(copy) !== sha256(content)) return `has another ${name} after it was copied`;
  }
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}

function sizesIn(storage: PictureStorage, publicId: string): Promise<(number | undefined)[]> {
  return Promise.all(pictureFiles(publicId).map((file) => storage.fileSize(publicId, file)));
}

function isSame(sizes: readonly unknown[], others: readonly unknown[]): boolean {
  return sizes.every((size, index) => size === others[index]);
}

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
