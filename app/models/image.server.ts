import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import sharp from "sharp";
import {
  keptAs,
  LARGEST_IMAGE_WIDTH,
  newVersions,
  type PictureFormat,
  pictureFile,
  pictureUrl,
  publicIdFor,
} from "./image";
import { IMAGE_SIZE_SENTENCE, IMAGE_TYPE_SENTENCE, type ImageType, MAX_IMAGE_BYTES } from "./image-upload";

// Every upload is a different picture; a cache would only hold on to memory.
sharp.cache(false);

export type StoredPicture =
  | { ok: true; publicId: string; url: string; width: number; height: number }
  | { ok: false; sentence: string };

export interface PictureStore {
  /**
   * Keeps a picture and answers with its name and address, or with the sentence that says why not
   * (specification, section 5). An answer of `ok` means every version is on disk. The same content twice gives
   * the same id and writes nothing. Throws only for the unexpected, a full disk for instance.
   */
  storePicture(bytes: Uint8Array): Promise<StoredPicture>;
  /** True where the picture is on disk; its day of grace before it counts as unused starts anew. */
  claimPicture(publicId: string): Promise<boolean>;
  /** Removes one picture with all its versions; a name that is unknown or none of ours changes nothing. */
  removePicture(publicId: string): Promise<void>;
  /**
   * Removes pictures last stored before `storedBefore` that no record uses, and folders a crash left half
   * written. Answers with the ids removed.
   */
  removeUnusedPictures(storedBefore: Date, isUsed: (publicId: string) => boolean): Promise<string[]>;
}

/** A store over the folder pictures live in (`uploads/`); the first picture creates it when it is not there. */
export function openPictureStore({ directory }: { directory: string }): PictureStore {
  // A picture that is claimed while the sweep looks at it must survive: one of the two goes first.
  const oneByOne = pLimit(1);
  const claim = (publicId: string) => oneByOne(() => claimedNow(join(directory, publicId)));
  const remove = (name: string, storedBefore?: Date) =>
    oneByOne(async () => {
      const folder = join(directory, name);
      if (storedBefore && (await isYounger(folder, storedBefore))) return false;
      return removeInOneStep(directory, folder);
    });

  return {
    async storePicture(bytes) {
      if (bytes.byteLength > MAX_IMAGE_BYTES) return { ok: false, sentence: IMAGE_SIZE_SENTENCE };
      const type = typeByContent(bytes);
      const pixels = type === undefined ? undefined : await decode(bytes, type);
      if (pixels === undefined) return { ok: false, sentence: IMAGE_TYPE_SENTENCE };

      const { width, height } = pixels.info;
      const largest = await encode(pixels, width, "webp");
      const publicId = publicIdFor(createHash("sha256").update(largest).digest("hex"), width, height);
      const stored = { ok: true, publicId, url: pictureUrl(publicId, width), width, height } as const;
      if (await claim(publicId)) return stored;

      const versions = new Map([[pictureFile(width, "webp"), largest]]);
      const { widths, formats } = newVersions(width);
      for (const format of formats) {
        for (const narrower of widths) {
          const file = pictureFile(narrower, format);
          if (!versions.has(file)) versions.set(file, await encode(pixels, narrower, format));
        }
      }
      await writeInOneStep(directory, join(directory, publicId), versions);
      return stored;
    },

    async claimPicture(publicId) {
      return keptAs(publicId) !== undefined && claim(publicId);
    },

    async removePicture(publicId) {
      if (keptAs(publicId) !== undefined) await remove(publicId);
    },

    async removeUnusedPictures(storedBefore, isUsed) {
      const removed: string[] = [];
      for (const name of await readdir(directory).catch(emptyWhenMissing)) {
        const isPicture = keptAs(name) !== undefined;
        if (!isPicture && !name.startsWith(TEMPORARY)) continue;
        if (isPicture && isUsed(name)) continue;
        if ((await remove(name, storedBefore)) && isPicture) removed.push(name);
      }
      return removed;
    },
  };
}

/**
 * Leaves this process no picture loader but JPEG, PNG and WebP, whatever a file claims to be. The server calls it
 * at start; seeding the sample does not, because its drawings are SVG.
 */
export function blockForeignLoaders(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
  });
}

const TEMPORARY = ".storing-";

/** The largest sensor a phone has whose JPEG can still be under 5 MB: 8192 by 6144, 50 megapixels. */
const MAX_PIXELS = 8192 * 6144;

/** A scroll-like picture is shrunk to this height; a WebP can hold no more than 16383, a page far less. */
const MAX_HEIGHT = 4096;

/** Effort 4 makes files 5 % smaller in twice the time; the encoder is what an upload waits for. */
const WEBP = { quality: 80, effort: 2 } as const;

/** Looks like the WebP at half its bytes; full chroma would make it 5 % larger, effort 4 needs ten times the time. */
const AVIF = { quality: 50, effort: 2, chromaSubsampling: "4:2:0" } as const;

/** Half of all the time goes into the largest version, and a photograph of that size gains 2 % by more effort. */
const LARGEST_AVIF = { ...AVIF, effort: 1 } as const;

type Pixels = Awaited<ReturnType<typeof decode>> & object;

function typeByContent(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  return undefined;
}

/** Bare sRGB pixels, upright and no wider than the largest version; undefined when the file cannot be read whole. */
async function decode(bytes: Uint8Array, type: ImageType) {
  try {
    const picture = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS });
    if (`image/${(await picture.metadata()).format}` !== type) return undefined;
    return await picture
      .autoOrient()
      .resize({ width: LARGEST_IMAGE_WIDTH, height: MAX_HEIGHT, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    // Whatever is wrong with the bytes, too many pixels or too few, the answer to the sender is the same.
    return undefined;
  }
}

function encode({ data, info }: Pixels, width: number, format: PictureFormat): Promise<Buffer> {
  const { width: rawWidth, height, channels } = info;
  const picture = sharp(data, { raw: { width: rawWidth, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  if (format === "webp") return picture.webp(WEBP).toBuffer();
  return picture.avif(width === LARGEST_IMAGE_WIDTH ? LARGEST_AVIF : AVIF).toBuffer();
}

/** Whether the picture is here; if so, its day of grace before it counts as unused starts anew. */
async function claimedNow(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(() => true, falseWhenMissing);
}

async function isYounger(folder: string, moment: Date): Promise<boolean> {
  const found = await stat(folder).catch(falseWhenMissing);
  return found !== false && found.mtime >= moment;
}

/** Renamed first, so that a crash half way leaves no picture with a version missing; false where there is none. */
async function removeInOneStep(directory: string, folder: string): Promise<boolean> {
  const temporary = join(directory, `${TEMPORARY}${randomUUID()}`);
  const found = await rename(folder, temporary).then(() => true, falseWhenMissing);
  if (found) await rm(temporary, { recursive: true, force: true });
  return found;
}

/** A reader sees the whole picture or none of it: written beside its place, then renamed into it. */
async function writeInOneStep(
  directory: string,
  folder: string,
  versions: Map<string, Buffer>,
): Promise<void> {
  const temporary = join(directory, `${TEMPORARY}${randomUUID()}`);
  try {
    await mkdir(temporary, { recursive: true });
    for (const [file, content] of versions) await writeToDisk(join(temporary, file), content);
    await rename(temporary, folder);
    await syncFolder(directory);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Somebody stored the same picture in between; theirs is the same.
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
  }
}

async function writeToDisk(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function emptyWhenMissing(error: unknown): string[] {
  if (codeOf(error) === "ENOENT") return [];
  throw error;
}

function falseWhenMissing(error: unknown): false {
  if (codeOf(error) === "ENOENT") return false;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
