import sharp from "sharp";
import { DecoderEnded, type Pixels, withDecoder } from "./decoder.server";
import { LARGEST_IMAGE_WIDTH, type PictureFormat } from "./picture";
import {
  IMAGE_MEMORY_MESSAGE,
  IMAGE_PIXELS_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  type ImageType,
  MAX_IMAGE_PIXELS,
} from "./upload";

// Every upload is a different picture, so a cache would only waste memory.
sharp.cache(false);

/** A WebP can be 16383 pixels high; no page needs a quarter of that. */
const MAX_HEIGHT = 4096;
/** With transparency AVIF takes twice the memory to encode, 270 MB at the full height. */
const MAX_HEIGHT_WITH_ALPHA = 1600;

/**
 * Cameras and programs write about ten. Each one goes over all pixels, so that a small file with many keeps a core busy for minutes, and
 * all uploads waiting: ten bytes of one may take half a second at 50 megapixels.
 */
const MAX_SCANS = 100;
/** So many pixels in all scans together: sixteen of the largest picture. */
const MAX_SCANNED_PIXELS = 16 * MAX_IMAGE_PIXELS;

/** Cameras write well under 100; 5 MB have 1.3 million empty ones. */
const MAX_SEGMENTS = 1000;

/**
 * Of a PNG. Programs write pieces of 8 KB or more, of which an upload has hundreds; empty ones take memory, and time before the decoder's.
 */
const MAX_CHUNKS = 10_000;

/** Each of a WebP that moves is read, from the first one on again, before the first one is shown. */
const MAX_FRAMES = 1000;

/** Effort 4 makes files 5% smaller in twice the time, and the person who uploads waits for it. */
const WEBP = { quality: 80, effort: 2 } as const;

/** Looks like the WebP at half its bytes. Full chroma is 5% larger; effort 4 takes ten times as long. */
const AVIF = { quality: 50, effort: 2, chromaSubsampling: "4:2:0" } as const;

/** Half of the time goes into the largest version, where effort 2 would save 2%. */
const LARGEST_AVIF = { ...AVIF, effort: 1 } as const;

/**
 * Decodes a JPEG, PNG or WebP into upright sRGB pixels without metadata, no wider than the largest version. Otherwise the
 * message says that the bytes are anything else or incomplete, or that the picture has too many pixels or takes too much memory.
 */
export async function readPixels(
  upload: Uint8Array,
): Promise<{ ok: true; pixels: Pixels } | { ok: false; message: string }> {
  const type = detectType(upload);
  if (type === undefined) return { ok: false, message: IMAGE_TYPE_MESSAGE };
  try {
    // Before libvips sees the file.
    const bytes = type === "image/png" ? withoutTexts(Buffer.from(upload)) : upload;
    const scans = type === "image/jpeg" ? countScans(Buffer.from(bytes)) : 1;
    if (type === "image/webp") requireFewFrames(Buffer.from(bytes));
    return await withDecoder(async ({ look, decode }) => {
      // Reads the header alone, so the size of the picture does not matter yet.
      const header = await look(bytes);
      const pixels = header.width * header.height;
      if (`image/${header.format}` !== type) return { ok: false, message: IMAGE_TYPE_MESSAGE };
      if (pixels > MAX_IMAGE_PIXELS) return { ok: false, message: IMAGE_PIXELS_MESSAGE };
      if (pixels * scans > MAX_SCANNED_PIXELS) return { ok: false, message: IMAGE_MEMORY_MESSAGE };
      const box = {
        width: LARGEST_IMAGE_WIDTH,
        height: header.hasAlpha ? MAX_HEIGHT_WITH_ALPHA : MAX_HEIGHT,
      };
      const how = { maxPixels: MAX_IMAGE_PIXELS, ignoreIcc: header.ignoreIcc, box };
      return { ok: true, pixels: await decode(bytes, how) };
    });
  } catch (error) {
    if (error instanceof DecoderEnded) return { ok: false, message: IMAGE_MEMORY_MESSAGE };
    // The sender gets the same message whatever is wrong with the bytes.
    return { ok: false, message: IMAGE_TYPE_MESSAGE };
  }
}

/**
 * A PNG without its texts, which nothing here shows: libvips unpacks each one twice, and 5 MB of them are 5 GB.
 * @throws for more chunks than any program writes
 */
function withoutTexts(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, PNG_SIGNATURE.length)];
  let chunks = 0;
  for (let at = PNG_SIGNATURE.length; at < bytes.length; ) {
    chunks += 1;
    if (chunks > MAX_CHUNKS) throw new Error("too many chunks");
    // A truncated file stays as it is, for libvips to reject.
    const end = at + 12 <= bytes.length ? at + 12 + bytes.readUInt32BE(at) : bytes.length;
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (!PNG_TEXTS.has(name)) kept.push(bytes.subarray(at, end));
    // What follows isn't part of the picture.
    at = name === "IEND" ? bytes.length : end;
  }
  return Buffer.concat(kept);
}

/** @throws for more frames than any real picture has */
function requireFewFrames(bytes: Buffer): void {
  let frames = 0;
  for (let at = bytes.indexOf("ANMF"); at >= 0; at = bytes.indexOf("ANMF", at + 4)) frames += 1;
  if (frames > MAX_FRAMES) throw new Error("too many frames");
}

/**
 * How many scans a JPEG has. Reads the markers up to its end: what follows may be a video.
 * @throws for more segments or scans than any camera writes
 */
function countScans(bytes: Buffer): number {
  let segments = 0;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE) break;
    // A byte of a scan, a restart, a fill byte and the start have no length.
    const hasLength = marker > 0x01 && marker < 0xff && !(marker >= 0xd0 && marker <= START_OF_IMAGE);
    if (hasLength) segments += 1;
    if (marker === START_OF_SCAN) scans += 1;
    if (segments > MAX_SEGMENTS || scans > MAX_SCANS) throw new Error("too many segments or scans");
    at += marker === 0xff ? 1 : 2;
    if (hasLength) at += at + 1 < bytes.length ? bytes.readUInt16BE(at) : 0;
  }
  return scans;
}

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const PNG_TEXTS = new Set(["tEXt", "zTXt", "iTXt"]);

function detectType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith(PNG_SIGNATURE)) return "image/png";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  return undefined;
}

/** One version of a picture, `width` pixels wide and never enlarged. */
export function encodePicture({ data, info }: Pixels, width: number, format: PictureFormat): Promise<Buffer> {
  const { width: rawWidth, height, channels } = info;
  const picture = sharp(data, { raw: { width: rawWidth, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  if (format === "webp") return picture.webp(WEBP).toBuffer();
  return picture.avif(width === LARGEST_IMAGE_WIDTH ? LARGEST_AVIF : AVIF).toBuffer();
}

/**
 * Turns off every image loader of this process but JPEG, PNG and WebP, whatever type a file claims to be. The server
 * calls it at start; the demo does not, because its pictures are SVG.
 */
export function blockOtherImageTypes(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
  });
}
