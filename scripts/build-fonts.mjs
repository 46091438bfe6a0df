import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inProject } from "./project.mjs";

/** Where the subsets are written; app/styles/fonts.css loads them. */
const FOLDER = inProject("build", "fonts");

const FACES = [
  "barlow/files/barlow-latin-400-normal",
  "barlow/files/barlow-latin-600-normal",
  "barlow-condensed/files/barlow-condensed-latin-700-normal",
];

/** The characters of an English page; the full font is loaded for any other. */
const LETTERS = `${Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join("")}\u00a0©®°·×–—‘’“”•…`;

/** The social card is rendered from a TrueType file (app/seo/social-card.server.ts), and a name may have any Latin-1 letter. */
const CARD_FACE = "barlow-condensed/files/barlow-condensed-latin-700-normal";
const CARD_LETTERS = `${LETTERS}${Array.from({ length: 96 }, (_, place) => String.fromCharCode(160 + place)).join("")}™`;

/** Kerning, tabular figures, and accent positioning. */
const FEATURES = ["kern", "tnum", "mark", "ccmp", "locl"];

/**
 * Subsets the fonts to the characters of an English page, which takes two fifths of their size. Hinting is removed, because
 * modern screens do not need it and it doubles the size. Runs again when this file or the lock file changes.
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
  const whole = readFileSync(inProject("node_modules", "@fontsource", `${CARD_FACE}.woff2`));
  const card = await subset(whole, CARD_LETTERS, { targetFormat: "sfnt", noHinting: true });
  writeFileSync(path.join(FOLDER, `${path.basename(CARD_FACE)}.ttf`), card);
  writeFileSync(stamp, wanted);
}

function fingerprint(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
