import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inProject } from "./project.mjs";

/** Where the subsets lie; app/styles/fonts.css takes them from there. */
const FOLDER = inProject("build", "fonts");

const FACES = [
  "barlow/files/barlow-latin-400-normal",
  "barlow/files/barlow-latin-600-normal",
  "barlow-condensed/files/barlow-condensed-latin-700-normal",
];

/** What an English page is written with; any other letter comes from the whole face, where one needs it. */
const LETTERS = `${Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join("")}\u00a0©®°·×–—‘’“”•…`;

/** Kerning, figures of one width, and what sets accents right. */
const FEATURES = ["kern", "tnum", "mark", "ccmp", "locl"];

/**
 * Cuts the faces down to the letters of an English page: two fifths of their bytes. Hinting goes too: it is for screens
 * of a coarser time, and weighs as much as the letters. Done again where this file or the lock file has changed.
 */
export async function buildFonts() {
  const stamp = path.join(FOLDER, ".built");
  const wanted = fingerprint([fileURLToPath(import.meta.url), inProject("package-lock.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  mkdirSync(FOLDER, { recursive: true });
  const { default: subset } = await import("subset-font");
  for (const face of FACES) {
    const whole = readFileSync(inProject("node_modules", "@fontsource", `${face}.woff2`));
    const letters = await subset(whole, LETTERS, {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      noHinting: true,
    });
    writeFileSync(path.join(FOLDER, `${path.basename(face).replace("-latin-", "-english-")}.woff2`), letters);
  }
  writeFileSync(stamp, wanted);
}

function fingerprint(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
