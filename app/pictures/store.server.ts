import { createHash } from "node:crypto";
import { newVersions, pictureFile, pictureUrl, publicIdFor, storedVersions } from "./picture";
import { encodePicture, readPixels } from "./resize.server";
import type { PictureStorage } from "./storage";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "./upload";

export type StoredPicture =
  | { ok: true; publicId: string; url: string; width: number; height: number }
  | { ok: false; message: string };

interface PictureStore extends PictureStorage {
  /**
   * Stores a picture in every version; `ok` means that all are stored durably. The same content gives the same id and is written once.
   * Otherwise the message says what is wrong with the bytes.
   * @throws for the unexpected, such as a full disk
   */
  storePicture(bytes: Uint8Array): Promise<StoredPicture>;
}

/** Adds storing a picture from its bytes to a storage, and keeps malformed ids from it. */
export function openPictureStore(storage: PictureStorage): PictureStore {
  return {
    ...storage,

    async storePicture(bytes) {
      if (bytes.byteLength > MAX_IMAGE_BYTES) return { ok: false, message: IMAGE_SIZE_MESSAGE };
      const read = await readPixels(bytes);
      if (!read.ok) return read;

      const { pixels } = read;
      const { width, height } = pixels.info;
      const largest = await encodePicture(pixels, width, "webp");
      const publicId = publicIdFor(createHash("sha256").update(largest).digest("hex"), width, height);
      const stored = { ok: true, publicId, url: pictureUrl(publicId, width), width, height } as const;
      if (await storage.claimPicture(publicId)) return stored;

      const files = new Map([[pictureFile(width, "webp"), largest]]);
      const { widths, formats } = newVersions(width);
      for (const format of formats) {
        for (const narrower of widths) {
          const file = pictureFile(narrower, format);
          if (!files.has(file)) files.set(file, await encodePicture(pixels, narrower, format));
        }
      }
      await storage.writePicture(publicId, files);
      return stored;
    },

    async claimPicture(publicId) {
      return storedVersions(publicId) !== undefined && storage.claimPicture(publicId);
    },
  };
}
