import { readFileSync, writeFileSync } from "node:fs";
import { Blob, Face, Font } from "harfbuzzjs";
import subsetFont from "subset-font";
import { inProject } from "./project.mjs";

// Writes the outlines of the letters of our signs, app/models/sign-letters.data.ts, from the typeface that the
// pages use. Run it again where the typeface changes; what it writes is committed.

const TYPEFACE = "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2";
/** A sign is written in capitals: plain and western European ones, and what a business puts into its name. */
const CHARACTERS = [...charactersBetween(0x20, 0x60), ...charactersBetween(0xc0, 0xde), ..."®Ÿ–—‘’“”•…™"];

const sfnt = await subsetFont(readFileSync(inProject(TYPEFACE)), CHARACTERS.join(""), {
  targetFormat: "sfnt",
});
const face = new Face(new Blob(sfnt));
const font = new Font(face);

const lines = CHARACTERS.flatMap((character) => {
  const glyph = font.nominalGlyph(character.codePointAt(0));
  if (!glyph) return [];
  const entry = [Math.round(font.glyphHAdvance(glyph)), pathOf(font.glyphToJson(glyph))];
  return `  ${JSON.stringify(character)}: ${JSON.stringify(entry)},`;
});

writeFileSync(
  inProject("app", "models", "sign-letters.data.ts"),
  `// Written by scripts/trace-letters.mjs; not edited by hand. The outlines are those of Barlow Condensed Bold,
// Copyright 2017 The Barlow Project Authors (https://github.com/jpt/barlow), under the SIL Open Font License 1.1.

/** How many units the typeface has to an em. */
export const UNITS_PER_EM = ${face.upem};

/** Each character's width, and its outline as an SVG path on a baseline at 0, in the typeface's units. */
export const LETTERS: Readonly<Record<string, readonly [width: number, outline: string]>> = {
${lines.join("\n")}
};
`,
);

// A typeface counts upwards, a drawing downwards. Steps from point to point are shorter than places.
function pathOf(commands) {
  let at = [0, 0];
  let start = at;
  return commands
    .map(({ type, values }) => {
      const places = values.map((value, index) => Math.round(index % 2 ? -value : value));
      const steps = places.map((place, index) => place - at[index % 2]);
      at = type === "Z" ? start : places.slice(-2);
      if (type === "M") start = at;
      return `${type.toLowerCase()}${steps.join(" ").replaceAll(" -", "-")}`;
    })
    .join("");
}

function charactersBetween(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}
