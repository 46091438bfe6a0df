import sharp from "sharp";
import { endAbove } from "./end-above.mjs";

// Decodes pictures for the site, in a process of its own: nothing else can end a file that libvips never comes to the end of, and
// one that makes it crash takes nobody with it. A question is { do: "look" | "decode", bytes, … }, and gets { answer } or { problem }.

/** A camera's photo takes up to 280 MB, 70 of which are Node's (docs/decisions/pictures.md). */
const MAX_BYTES = 320 * 1024 * 1024;

/** Color profiles may have steps of any number, each of which libvips works out 36,000 times. No camera writes one. */
const isEndless = (icc) => icc?.includes("mpet") ?? false;

const ANSWERS = {
  /** What the header says. Of a WebP that moves it reads every frame's. */
  look: async ({ bytes }) => {
    const { icc, format, width, height, hasAlpha } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata();
    return { format, width, height, hasAlpha, ignoreIcc: isEndless(icc) };
  },
  /** Upright sRGB pixels without metadata, in a box of this size. */
  decode: async ({ bytes, maxPixels, ignoreIcc, box }) => {
    const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: maxPixels, ignoreIcc })
      .autoOrient()
      .resize({ ...box, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, info: { width: info.width, height: info.height, channels: info.channels } };
  },
};

endAbove({ bytes: MAX_BYTES });
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });

// The site finishes what it has begun before it stops, so this hears no signal that is for both; it ends when the site is gone.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (question) => {
  try {
    process.send({ answer: await ANSWERS[question.do](question) });
  } catch (error) {
    process.send({ problem: String(error) });
  }
});
