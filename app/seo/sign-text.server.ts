import { Resvg } from "@resvg/resvg-js";
import { inProgram } from "~/program.server";
import { toNormalForm } from "~/values/normalize";
import { escapeXml } from "~/values/xml";
import { SOCIAL_CARD } from "./social-card";

/*
 * The pictures that go with shared links are road signs: text in capitals on green, in the site's own font.
 */

/** Built by scripts/build-fonts.mjs. */
const FONT_FILE = inProgram("build/fonts/barlow-condensed-latin-700-normal.ttf");
/** The characters that the font supports. */
const IN_FONT = /^[ -~\u00a0-\u00ff‘’“”–—•…™]*$/;
/** The font's capitals, and the distance from one baseline to the next, in ems. */
const CAP_HEIGHT = 0.7;
const LINE_HEIGHT = 0.92;

export const GREEN = "#0d6b45";

/** Where a text has to fit: widths and heights in pixels, the font sizes to try, the largest first. */
export interface TextBox {
  width: number;
  maxHeight: number;
  sizes: readonly number[];
}

export interface FittedText {
  /** The font size in pixels. */
  size: number;
  lines: string[];
  /** From the top of the first line's capitals to the baseline of the last, in pixels. */
  height: number;
}

/** A text in capitals, as large as fits; undefined if it is empty, fits at no size, or has characters that the font lacks. */
export function fitText(
  text: string,
  { width: maxWidth, maxHeight, sizes }: TextBox,
): FittedText | undefined {
  const words = toCapitals(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 || !words.every((word) => IN_FONT.test(word))) return undefined;
  const widths = new Map(words.map((word) => [word, widthInEms(word)]));
  const space = widthInEms("N N") - 2 * widthInEms("N");
  for (const size of sizes) {
    const lines = wrap(words, maxWidth / size, (word) => widths.get(word) ?? 0, space);
    const height = size * (CAP_HEIGHT + (lines.length - 1) * LINE_HEIGHT);
    if (height <= maxHeight && [...widths.values()].every((width) => width <= maxWidth / size)) {
      return { size, lines, height };
    }
  }
  return undefined;
}

/** Capitals without what nobody sees, such as soft hyphens; an accented letter that the font lacks loses its accent. */
function toCapitals(text: string): string {
  return [...toNormalForm(text.toUpperCase(), "NFC").replace(/\p{DI}/gu, "")]
    .map((character) =>
      IN_FONT.test(character) ? character : toNormalForm(character, "NFKD").replace(/\p{M}/gu, ""),
    )
    .join("");
}

function wrap(words: string[], maxWidth: number, widthOf: (word: string) => number, space: number): string[] {
  const lines: { text: string; width: number }[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const width = widthOf(word);
    if (line && line.width + space + width <= maxWidth) {
      line.text += ` ${word}`;
      line.width += space + width;
    } else {
      lines.push({ text: word, width });
    }
  }
  return lines.map(({ text }) => text);
}

/** The width of a text at a font size of one pixel. */
export function widthInEms(text: string): number {
  const box = renderSvg(textElement(text, { center: 0, baseline: 300, size: 100, fill: "#fff" })).getBBox();
  if (!box) throw new Error(`The font ${FONT_FILE} cannot be read.`);
  return box.width / 100;
}

/** The lines of a text around a center, in white unless said, their capitals `top` pixels from the top. */
export function textLines(
  { size, lines }: FittedText,
  { center, top, fill = "#fff" }: { center: number; top: number; fill?: string },
): string {
  return lines
    .map((line, row) =>
      textElement(line, { center, baseline: top + size * (CAP_HEIGHT + row * LINE_HEIGHT), size, fill }),
    )
    .join("");
}

function textElement(
  text: string,
  { center, baseline, size, fill }: { center: number; baseline: number; size: number; fill: string },
): string {
  return `<text x="${center}" y="${baseline}" font-family="Barlow Condensed" font-weight="700" font-size="${size}" fill="${fill}" text-anchor="middle">${escapeXml(text)}</text>`;
}

/** Only our font is loaded, so a card looks the same on every machine. */
export function renderSvg(content: string): Resvg {
  const { width, height } = SOCIAL_CARD;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  return new Resvg(svg, { font: { fontFiles: [FONT_FILE], loadSystemFonts: false } });
}
