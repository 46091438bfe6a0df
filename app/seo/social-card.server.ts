import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { business } from "~/business/business.server";
import type { Business } from "~/business/links";
import { inProgram } from "~/program.server";
import { SOCIAL_CARD } from "./social-card";

/** Built by scripts/build-fonts.mjs. */
const FONT_FILE = inProgram("build/fonts/barlow-condensed-latin-700-normal.ttf");
/** The characters that the font supports. */
const IN_FONT = /^[ -~\u00a0-\u00ff‘’“”–—•…™]*$/;
/** The font's capitals, and the distance from one baseline to the next, in ems. */
const CAP_HEIGHT = 0.7;
const LINE_HEIGHT = 0.92;

const GREEN = "#0d6b45";
const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD;
/** As wide as the dashed line: ten dashes and the nine gaps between them. */
const TEXT_WIDTH = 1000;
/** Between the dashed line and the text above and below it. */
const GAP = 54;
const NAME = { maxHeight: 280, sizes: [230, 210, 190, 172, 160, 144, 128, 112, 96, 80, 64, 52] };
const TAGLINE = { maxHeight: 60, sizes: [64, 60, 56, 52, 46, 40, 34] };

type CardText = Pick<Business, "name" | "tagline">;

let rendered: Promise<Buffer<ArrayBuffer>> | undefined;

/** The social card of this site's business. Rendered once, since the name does not change while the site runs. */
export function socialCard(): Promise<Buffer<ArrayBuffer>> {
  rendered ??= renderSocialCard(business);
  return rendered;
}

/** A road sign with a business's name, as a PNG. A name that does not fit or needs other letters gets the logo alone. */
export async function renderSocialCard({ name, tagline }: CardText): Promise<Buffer<ArrayBuffer>> {
  const title = fitText(name, NAME);
  const png = renderSvg(`<path fill="${GREEN}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<rect x="26" y="26" width="${WIDTH - 52}" height="${HEIGHT - 52}" rx="44" fill="none" stroke="#fff" stroke-width="10"/>
${title ? signText(title, fitText(tagline, TAGLINE)) : logo()}`)
    .render()
    .asPng();
  return Buffer.from(await sharp(png).png({ palette: true, effort: 10 }).toBuffer());
}

interface FittedText {
  /** The font size in pixels. */
  size: number;
  lines: string[];
  /** From the top of the first line's capitals to the baseline of the last, in pixels. */
  height: number;
}

/** A text in capitals, as large as fits; undefined where it is empty, fits at no size, or has characters that the font lacks. */
function fitText(text: string, { maxHeight, sizes }: typeof NAME): FittedText | undefined {
  const words = toCapitals(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 || !words.every((word) => IN_FONT.test(word))) return undefined;
  const widths = new Map(words.map((word) => [word, widthInEms(word)]));
  const space = widthInEms("N N") - 2 * widthInEms("N");
  for (const size of sizes) {
    const lines = wrap(words, TEXT_WIDTH / size, (word) => widths.get(word) ?? 0, space);
    const height = size * (CAP_HEIGHT + (lines.length - 1) * LINE_HEIGHT);
    if (height <= maxHeight && [...widths.values()].every((width) => width <= TEXT_WIDTH / size)) {
      return { size, lines, height };
    }
  }
  return undefined;
}

/** Capitals; an accented letter that the font lacks loses its accent. */
function toCapitals(text: string): string {
  return [...text.toUpperCase().normalize("NFC")]
    .map((character) =>
      IN_FONT.test(character) ? character : character.normalize("NFKD").replace(/\p{M}/gu, ""),
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

function widthInEms(text: string): number {
  const box = renderSvg(textElement(text, 0, 300, 100)).getBBox();
  if (!box) throw new Error(`The font ${FONT_FILE} cannot be read.`);
  return box.width / 100;
}

/** Name, dashed line and tagline, in the middle of the sign. */
function signText(title: FittedText, tagline: FittedText | undefined): string {
  const top = (HEIGHT - title.height - GAP - (tagline ? GAP + tagline.height : 0)) / 2;
  const dashes = top + title.height + GAP;
  return `${textLines(title, top)}
<path d="M${(WIDTH - TEXT_WIDTH) / 2} ${dashes}h${TEXT_WIDTH}" stroke="#fff" stroke-width="10" stroke-dasharray="64 40"/>
${tagline ? textLines(tagline, dashes + GAP) : ""}`;
}

function textLines({ size, lines }: FittedText, top: number): string {
  return lines
    .map((line, row) => textElement(line, WIDTH / 2, top + size * (CAP_HEIGHT + row * LINE_HEIGHT), size))
    .join("");
}

function textElement(text: string, x: number, baseline: number, size: number): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${baseline}" font-family="Barlow Condensed" font-weight="700" font-size="${size}" fill="#fff" text-anchor="middle">${escaped}</text>`;
}

/** The road of the logo. */
function logo(): string {
  return `<g transform="translate(${WIDTH / 2 - 320} ${HEIGHT / 2 - 335}) scale(10)">
<path d="M27.5 16h9L50 51H14z" fill="#fff"/>
<path d="M32 20v5M32 30v6.5M32 42.5V51" stroke="${GREEN}" stroke-width="3.5"/>
</g>`;
}

/** Only our font is loaded, so the card looks the same on every machine. */
function renderSvg(content: string): Resvg {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;
  return new Resvg(svg, { font: { fontFiles: [FONT_FILE], loadSystemFonts: false } });
}
