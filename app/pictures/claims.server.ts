import { config } from "~/config.server";
import { requireWritableFolder } from "~/db/folder.server";
import { createFairQueue, type FairQueue } from "~/http/fair-queue.server";
import { busyMessage, staffTooManyRequestsMessage, tooManyRequestsMessage } from "~/http/form.server";
import { log } from "~/http/log.server";
import { sealPhoto } from "~/purchases/sealed-items.server";
import { storeRequestPhoto } from "~/requests/photos.server";
import { MAX_IMAGES, readImageRows, TOO_MANY_IMAGES_MESSAGE, writeImageRows } from "./image-rows";
import { openUploads } from "./open-storage.server";
import { parsePublicId } from "./picture";
import { openPictureStore } from "./store.server";
import {
  IMAGE_FAILED_MESSAGE,
  IMAGE_MISSING_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  IMAGE_UNCHECKED_MESSAGE,
} from "./upload";

/** An uploaded picture; without bytes if it was too large. */
export interface Upload {
  bytes: Buffer;
  tooLarge: boolean;
  /** Set if the rate limit was exceeded: seconds until the next upload is allowed. */
  retryAfter?: number;
  /** Whose turn it is: an account, or a visitor's network. */
  client?: string;
}

/** Why a picture was not stored; `retryAfter` in seconds with 429. */
interface PictureError {
  ok: false;
  status: 400 | 413 | 415 | 429 | 500;
  message: string;
  retryAfter?: number;
}

/** The stored picture, or why it was not stored. */
type StoredUpload = { ok: true; publicId: string; url: string } | PictureError;

/** The photo that is kept apart from the site's pictures, or why it was not. */
type SealedUpload = { ok: true; sealedId: string } | PictureError;

/** An uploaded picture of a form, by its file's name; and its field, where a form has several. */
export type ReceivedPicture = StoredUpload & { name: string; field?: string };

/** Why pictures of a form were not accepted, one message for each. */
export interface PictureErrors extends Omit<PictureError, "message"> {
  messages: string[];
}

/** The field of a saved submission that says why its pictures were not stored. */
export const PICTURE_PROBLEM = "pictureProblem";

if (!config.UPLOADS_URL) requireWritableFolder("UPLOADS_DIR", config.UPLOADS_DIR);

/** The store over UPLOADS_DIR, or the bucket of UPLOADS_URL. */
export const pictureStore = openPictureStore(openUploads());

// One at a time: a tall picture takes up to 260 MB while it is encoded, and a small server has 1 GB. Clients take turns, so that one with
// pictures that are slow to decode makes another wait for only one of them.
const encodings = createFairQueue({ atOnce: 1, atOncePerClient: 1, waiting: 24, waitingPerClient: 9 });
/** Apart from those of staff. A photo becomes one version, in less memory. */
const visitorEncodings = createFairQueue({ atOnce: 1, atOncePerClient: 1, waiting: 24, waitingPerClient: 2 });
const BUSY_SECONDS = 5;

/**
 * Stores an uploaded picture in every version; `ok` means that all are stored. One is encoded at a time; the rest wait
 * in a short queue or get 429. A failure of ours, such as a full disk, is logged and returned as 500.
 */
export async function storeUpload(upload: Upload): Promise<StoredUpload> {
  const stored = await keepUpload(encodings, upload, (bytes) => pictureStore.storePicture(bytes));
  return stored.ok ? { ok: true, publicId: stored.publicId, url: stored.url } : stored;
}

/** Encrypts an uploaded photo that only owners may see (purchases/sealed-items.server.ts). */
export async function sealUpload(upload: Upload, kind: "idPhoto" | "titlePhoto"): Promise<SealedUpload> {
  return toSealed(await keepUpload(encodings, upload, (bytes) => sealPhoto(kind, bytes, new Date())));
}

/** Stores a visitor's photo, which only staff may see (requests/photos.server.ts). */
export async function keepVisitorPhoto(upload: Upload): Promise<SealedUpload> {
  const store = (bytes: Buffer) => storeRequestPhoto(bytes, new Date());
  return toSealed(await keepUpload(visitorEncodings, upload, store, tooManyRequestsMessage));
}

function toSealed(kept: { ok: true; id: string } | PictureError): SealedUpload {
  return kept.ok ? { ok: true, sealedId: kept.id } : kept;
}

/** Stores an upload in its turn, wherever it is kept; what fails is said in the same words for all. */
async function keepUpload<Kept extends { ok: true }>(
  inTurn: FairQueue,
  { bytes, tooLarge, retryAfter, client = "" }: Upload,
  store: (bytes: Buffer) => Promise<Kept | { ok: false; message: string }>,
  tooManyMessage = staffTooManyRequestsMessage,
): Promise<Kept | PictureError> {
  if (retryAfter !== undefined) return tooMany(tooManyMessage, retryAfter);
  if (tooLarge) return { ok: false, status: 413, message: IMAGE_SIZE_MESSAGE };
  try {
    let kept: Kept | { ok: false; message: string } | undefined;
    await inTurn(client, async () => {
      kept = await store(bytes);
    });
    if (!kept) return tooMany(busyMessage, BUSY_SECONDS);
    if (kept.ok) return kept;
    return { ok: false, status: kept.message === IMAGE_TYPE_MESSAGE ? 415 : 413, message: kept.message };
  } catch (error) {
    log.error({ error }, "storing a picture failed");
    return { ok: false, status: 500, message: IMAGE_FAILED_MESSAGE };
  }
}

function tooMany(toMessage: (retryAfter: number) => string, retryAfter: number): PictureError {
  return { ok: false, status: 429, message: toMessage(retryAfter), retryAfter };
}

/** True if the picture with this URL is stored. Restarts the day after which an unused picture goes to the trash. */
export async function claimPicture(imageUrl: string): Promise<boolean> {
  const publicId = parsePublicId(imageUrl);
  return publicId !== undefined && pictureStore.claimPicture(publicId);
}

/** Why a form can't have a picture that it names. */
interface PictureProblem {
  status: 400 | 500;
  message: string;
}

/**
 * Claims pictures that a form names, one after the other; a storage that fails is asked no more, since the others would wait as long
 * for the same answer.
 * @returns what is wrong, by URL
 */
export async function claimPictures(imageUrls: readonly string[]): Promise<Map<string, PictureProblem>> {
  const problems = new Map<string, PictureProblem>();
  for (const imageUrl of new Set(imageUrls)) {
    try {
      if (await claimPicture(imageUrl)) continue;
      problems.set(imageUrl, { status: 400, message: IMAGE_MISSING_MESSAGE });
    } catch (error) {
      // A storage that fails must not cost what was typed, so the form comes back.
      log.error({ error }, "claiming a picture failed");
      return problems.set(imageUrl, { status: 500, message: IMAGE_UNCHECKED_MESSAGE });
    }
  }
  return problems;
}

/**
 * Adds the uploaded pictures to those in a staff form, and claims those that it names, so that all are stored. A picture that is
 * no good is named by its file, and the others stay. A URL of another shape is left for the schema to reject.
 */
export async function readPictureFields(
  form: FormData,
  uploads: readonly ReceivedPicture[] = [],
): Promise<{ ok: true } | PictureErrors> {
  const rows = readImageRows((name) => form.get(name));
  const errors: PictureError[] = [];
  const shown = () => rows.filter(({ removed }) => !removed);
  const named = shown().map(({ imageUrl }) => imageUrl);
  const problems = await claimPictures(named.filter((imageUrl) => parsePublicId(imageUrl) !== undefined));
  for (const [index, imageUrl] of named.entries()) {
    const problem = problems.get(imageUrl);
    if (problem) errors.push({ ok: false, ...problem, message: `Photo ${index + 1}: ${problem.message}` });
  }
  for (const { name, field: _field, ...upload } of uploads) {
    const ofFile = (message: string) => `${name.slice(0, MAX_NAME_LENGTH) || "Photo"}: ${message}`;
    if (!upload.ok) errors.push({ ...upload, message: ofFile(upload.message) });
    // Chosen twice.
    else if (shown().some(({ imageUrl }) => imageUrl === upload.url)) continue;
    else if (shown().length >= MAX_IMAGES)
      errors.push({ ok: false, status: 400, message: ofFile(TOO_MANY_IMAGES_MESSAGE) });
    else rows.push({ imageUrl: upload.url, alt: "", caption: "", removed: false });
  }
  writeImageRows(form, rows);
  const [first] = errors;
  return first ? { ...first, messages: errors.map(({ message }) => message) } : { ok: true };
}

/** A longer file name is cut off in a message. */
const MAX_NAME_LENGTH = 80;
