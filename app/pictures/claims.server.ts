import { config } from "~/config.server";
import { requireWritableFolder } from "~/db/folder.server";
import { limitConcurrency } from "~/http/concurrency.server";
import { staffTooManyRequestsMessage } from "~/http/form.server";
import { log } from "~/http/log.server";
import { parsePublicId } from "./picture";
import { openPictureStore } from "./store.server";
import {
  IMAGE_FAILED_MESSAGE,
  IMAGE_MISSING_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
} from "./upload";

/** An uploaded picture; without bytes if it was too large. */
export interface Upload {
  bytes: Buffer;
  tooLarge: boolean;
  /** Set if the rate limit was exceeded: seconds until the next upload is allowed. */
  retryAfter?: number;
}

/** Why a picture was not stored; `retryAfter` in seconds with 429. */
export interface PictureError {
  ok: false;
  status: 400 | 413 | 415 | 429 | 500;
  message: string;
  retryAfter?: number;
}

/** The stored picture, or why it was not stored. */
export type StoredUpload = { ok: true; publicId: string; url: string } | PictureError;

/** A picture's fields in a staff form. */
export const PICTURE_FIELDS = ["imageUrl", "removeImage"] as const;

/** The field of a saved submission that says why its picture was not stored. */
export const PICTURE_PROBLEM = "pictureProblem";

/** The store over UPLOADS_DIR. */
export const pictureStore = openPictureStore({
  directory: requireWritableFolder("UPLOADS_DIR", config.UPLOADS_DIR),
});

// Two at once (decisions, section 9), to leave memory and a core for other requests.
const encodings = limitConcurrency({ atOnce: 2, waiting: 8 });
const BUSY_SECONDS = 5;

/**
 * Stores an uploaded picture in every version; `ok` means that all are on disk. Two are encoded at a time; the rest wait
 * in a short queue or get 429. A failure of ours, such as a full disk, is logged and returned as 500.
 */
export async function storeUpload({ bytes, tooLarge, retryAfter }: Upload): Promise<StoredUpload> {
  if (retryAfter !== undefined) return tooMany(retryAfter);
  if (tooLarge) return { ok: false, status: 413, message: IMAGE_SIZE_MESSAGE };
  try {
    const stored = await encodings(() => pictureStore.storePicture(bytes));
    if (!stored) return tooMany(BUSY_SECONDS);
    if (stored.ok) return { ok: true, publicId: stored.publicId, url: stored.url };
    const status = stored.message === IMAGE_TYPE_MESSAGE ? 415 : 413;
    return { ok: false, status, message: stored.message };
  } catch (error) {
    log.error({ error }, "storing a picture failed");
    return { ok: false, status: 500, message: IMAGE_FAILED_MESSAGE };
  }
}

/** True if the picture with this URL is on disk. Restarts the day after which an unused picture goes to the trash. */
export async function claimPicture(imageUrl: string): Promise<boolean> {
  const publicId = parsePublicId(imageUrl);
  return publicId !== undefined && pictureStore.claimPicture(publicId);
}

/**
 * Sets `imageUrl` in a staff form to a picture that is on disk: stores the uploaded picture, or clears the field if
 * `removeImage` is checked, or claims the picture that it names. Any other URL is left for the schema to reject.
 */
export async function readPictureField(
  form: FormData,
  upload: Upload | undefined,
): Promise<{ ok: true } | PictureError> {
  const imageUrl = form.get("imageUrl");
  if (upload) {
    const stored = await storeUpload(upload);
    if (!stored.ok) return stored;
    form.set("imageUrl", stored.url);
  } else if (form.get("removeImage")) {
    form.set("imageUrl", "");
  } else if (typeof imageUrl === "string" && parsePublicId(imageUrl) !== undefined) {
    if (!(await claimPicture(imageUrl))) return { ok: false, status: 400, message: IMAGE_MISSING_MESSAGE };
  }
  form.delete("removeImage");
  return { ok: true };
}

function tooMany(retryAfter: number): PictureError {
  return { ok: false, status: 429, message: staffTooManyRequestsMessage(retryAfter), retryAfter };
}
