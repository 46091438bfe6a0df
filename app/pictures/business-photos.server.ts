import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { business } from "~/business/business.server";
import type { BusinessFile } from "~/business/links";
import { config } from "~/config.server";
import { log } from "~/http/log.server";
import { pictureStore } from "./claims.server";
import { parsePublicId } from "./picture";
import type { StoredPicture } from "./store.server";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "./upload";

type PhotoFile = BusinessFile["photos"][number];

/** One of the owner's photos, stored like any other picture. */
export interface BusinessPhoto {
  imageUrl: string;
  alt: string;
}

type StoredPhoto = BusinessPhoto & Pick<PhotoFile, "of">;

/** The stored photos, and the list of files that they were made of, which may change. */
let stored: { files: string; photos: Promise<StoredPhoto[]> } | undefined;

/** The owner's photos that the business names, those of this subject first. They are stored when the first page asks for them. */
export async function findBusinessPhotos(first: PhotoFile["of"]): Promise<BusinessPhoto[]> {
  const files = JSON.stringify(business.photos);
  if (stored?.files !== files) stored = { files, photos: storePhotos(business.photos) };
  const photos = await stored.photos;
  const isFirst = ({ of }: Pick<PhotoFile, "of">) => of === first;
  return [...photos.filter(isFirst), ...photos.filter((photo) => !isFirst(photo))].map(
    ({ imageUrl, alt }) => ({ imageUrl, alt }),
  );
}

/** The public ids of these photos, which no record names. */
export async function listBusinessPhotoIds(): Promise<string[]> {
  return (await findBusinessPhotos("yard")).flatMap(({ imageUrl }) => parsePublicId(imageUrl) ?? []);
}

/** One that can't be read is left out, since the site is of use without it; the log says why. */
async function storePhotos(files: readonly PhotoFile[]): Promise<StoredPhoto[]> {
  const photos: StoredPhoto[] = [];
  for (const { file, picture, alt, of } of files) {
    if (picture !== undefined) photos.push({ imageUrl: picture, alt, of });
    if (picture !== undefined || file === undefined) continue;
    try {
      const result = await storePhoto(path.join(path.dirname(config.BUSINESS_FILE), file));
      if (result.ok) photos.push({ imageUrl: result.url, alt, of });
      else log.warn({ file, reason: result.message }, "a photo of the business is not shown");
    } catch (error) {
      log.warn({ file, error }, "a photo of the business is not shown");
    }
  }
  return photos;
}

/** Stores a photo, of which no more is read than an upload may have. */
async function storePhoto(file: string): Promise<StoredPicture> {
  const { size } = await stat(file);
  if (size > MAX_IMAGE_BYTES) return { ok: false, message: IMAGE_SIZE_MESSAGE };
  return pictureStore.storePicture(await readFile(file));
}
