import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import { staffTooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { log } from "~/doors/log.server";
import { turns } from "~/doors/turns.server";
import { valuesOfHeldForms } from "./held-form.server";
import { publicIdOf } from "./image";
import { openPictureStore } from "./image.server";
import { IMAGE_FAILED_SENTENCE, IMAGE_GONE_SENTENCE, IMAGE_SIZE_SENTENCE } from "./image-upload";

/** A picture as it came in, cut off where it was larger than a picture may be. */
export interface Upload {
  bytes: Buffer;
  tooLarge: boolean;
  /** Who sent it, for the limit alone. */
  clientAddress?: string;
}

/** The sentence and the status that say why a picture was not kept; `retryAfter` in seconds with 429. */
export interface RefusedPicture {
  ok: false;
  status: 400 | 413 | 415 | 429 | 500;
  sentence: string;
  retryAfter?: number;
}

export type KeptPicture = { ok: true; publicId: string; url: string } | RefusedPicture;

/** The names that a picture has in a staff form, beside the vehicle's `imageUrl`. */
export const PICTURE_FIELDS = ["imageUrl", "removeImage"] as const;

/** Under this name a held form says why its picture was not kept. */
export const PICTURE_PROBLEM = "pictureProblem";

/** A picture that nothing uses stays for a day (decisions, section 7). */
export const UNUSED_PICTURE_LIFETIME_MS = 24 * 60 * 60 * 1000;

const store = openPictureStore({ directory: config.UPLOADS_DIR });

// Two at once (decisions, section 9): the rest of memory and a core are everyone else's.
const encodings = turns({ atOnce: 2, waiting: 8 });

/** Where the line for the encoder is too long, it is short again soon. */
const BUSY_SECONDS = 5;

/**
 * Keeps an uploaded picture in every width; an answer of `ok` means it is on disk. Two at a time are encoded; the rest
 * wait in a short line or get 429. Trouble of ours, a full disk for instance, is logged and answered 500.
 */
export async function keepPicture({ bytes, tooLarge, clientAddress }: Upload): Promise<KeptPicture> {
  if (clientAddress !== undefined) {
    const limit = await countRequest("upload", clientAddress);
    if (!limit.ok) return tooMany(limit.retryAfter);
  }
  if (tooLarge) return { ok: false, status: 413, sentence: IMAGE_SIZE_SENTENCE };
  try {
    const stored = await encodings(() => store.storePicture(bytes));
    if (!stored) return tooMany(BUSY_SECONDS);
    if (stored.ok) return { ok: true, publicId: stored.publicId, url: stored.url };
    const status = stored.sentence === IMAGE_SIZE_SENTENCE ? 413 : 415;
    return { ok: false, status, sentence: stored.sentence };
  } catch (error) {
    log.error({ failure: failureOf(error) }, "picture not kept");
    return { ok: false, status: 500, sentence: IMAGE_FAILED_SENTENCE };
  }
}

/** True where the picture of this address is on disk; its day of grace before it counts as unused starts anew. */
export async function claimPicture(imageUrl: string): Promise<boolean> {
  const publicId = publicIdOf(imageUrl);
  return publicId !== undefined && store.claimPicture(publicId);
}

/**
 * Settles which picture a staff form names, so that what is saved afterwards is on disk: keeps the one that came along
 * and sets `imageUrl` to it, empties `imageUrl` where `removeImage` is ticked, else claims the one that is named. An
 * address that none of our pictures could have is left to the schema.
 */
export async function pictureFromForm(
  form: FormData,
  upload: Upload | undefined,
): Promise<{ ok: true } | RefusedPicture> {
  if (upload) {
    const kept = await keepPicture(upload);
    if (!kept.ok) return kept;
    form.set("imageUrl", kept.url);
  } else if (form.get("removeImage")) {
    form.set("imageUrl", "");
  } else {
    const imageUrl = form.get("imageUrl");
    const named = typeof imageUrl === "string" && publicIdOf(imageUrl) !== undefined ? imageUrl : undefined;
    if (named && !(await claimPicture(named))) {
      return { ok: false, status: 400, sentence: IMAGE_GONE_SENTENCE };
    }
  }
  form.delete("removeImage");
  return { ok: true };
}

/**
 * Removes the pictures that no vehicle and no held form has used for a day, and what a crash left half written.
 * @returns the public ids removed
 */
export async function sweepPictures(now: Date): Promise<string[]> {
  const used = await usedPictures();
  const before = new Date(now.getTime() - UNUSED_PICTURE_LIFETIME_MS);
  return store.removeUnusedPictures(before, (publicId) => used.has(publicId));
}

/**
 * Sweeps now and then every day, and logs what was removed; a sweep that fails is logged and tried again the next day.
 * @returns what ends it
 */
export function sweepPicturesDaily(): () => void {
  const sweep = () =>
    sweepPictures(new Date()).then(
      (removed) => {
        if (removed.length > 0) log.info({ removed: removed.length }, "unused pictures removed");
      },
      (error: unknown) => log.error({ failure: failureOf(error) }, "pictures not swept"),
    );
  void sweep();
  const daily = setInterval(sweep, UNUSED_PICTURE_LIFETIME_MS);
  daily.unref();
  return () => clearInterval(daily);
}

async function usedPictures(): Promise<Set<string>> {
  const addresses = await valuesOfHeldForms("imageUrl");
  for (const table of ["dismantledVehicles", "retailVehicles"] as const) {
    const rows = await db.selectFrom(table).select("imageUrl").where("imageUrl", "is not", null).execute();
    for (const { imageUrl } of rows) if (imageUrl) addresses.push(imageUrl);
  }
  return new Set(addresses.flatMap((address) => publicIdOf(address) ?? []));
}

function tooMany(retryAfter: number): RefusedPicture {
  return { ok: false, status: 429, sentence: staffTooManySentence(retryAfter), retryAfter };
}

function failureOf(error: unknown): { name: string; code?: unknown } {
  return error instanceof Error
    ? { name: error.name, ...("code" in error ? { code: error.code } : {}) }
    : { name: "unknown" };
}
