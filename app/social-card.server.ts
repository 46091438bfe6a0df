import sharp from "sharp";
import { business } from "./business.server";
import type { Business } from "./models/business";
import { CAPITALS, type Lettering, LINE_HEIGHT, letterSign } from "./models/sign-lettering";
import { UNITS_PER_EM } from "./models/sign-letters.data";
import { SOCIAL_CARD } from "./models/social-card";

const GREEN = "#0d6b45";
const WHITE = "#fff";
const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD;
/** Ten dashes and the nine gaps between them. */
const DASHES = { width: 1000, pattern: "64 40" };
/** Between the dashed line and the words above and below it. */
const GAP = 54;
const NAME = { height: 280, sizes: [230, 210, 190, 172, 160, 144, 128, 112, 96, 80, 64, 52] };
const TAGLINE = { height: 60, sizes: [64, 60, 56, 52, 46, 40, 34] };

let kept: Promise<Buffer<ArrayBuffer>> | undefined;

/**
 * The picture that goes with a link to this site: a road sign with the name of the business, as a PNG. Drawn once, since the
 * name does not change while the site runs. The first call needs the SVG loader, so the server makes it before
 * `blockForeignLoaders`.
 */
export function socialCard(): Promise<Buffer<ArrayBuffer>> {
  kept ??= drawSocialCard(business);
  return kept;
}

/** The same for any business. */
export async function drawSocialCard(
  facts: Pick<Business, "name" | "tagline">,
): Promise<Buffer<ArrayBuffer>> {
  const drawing = Buffer.from(socialCardDrawing(facts));
  return Buffer.from(await sharp(drawing).png({ palette: true, effort: 10 }).toBuffer());
}

function socialCardDrawing({ name, tagline }: Pick<Business, "name" | "tagline">): string {
  const title = letterSign(name, { width: DASHES.width, ...NAME });
  const line = letterSign(tagline, { width: DASHES.width, ...TAGLINE });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<path fill="${GREEN}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<rect x="26" y="26" width="${WIDTH - 52}" height="${HEIGHT - 52}" rx="44" fill="none" stroke="${WHITE}" stroke-width="10"/>
${title ? wordsOf(title, line) : mark()}
</svg>`;
}

/** Name, dashed line and tagline, in the middle of the sign. */
function wordsOf(title: Lettering, tagline: Lettering | undefined): string {
  const whole = title.height + GAP + (tagline ? GAP + tagline.height : 0);
  const top = (HEIGHT - whole) / 2;
  const dashes = top + title.height + GAP;
  return [
    linesOf(title, top),
    `<path d="M${(WIDTH - DASHES.width) / 2} ${dashes}h${DASHES.width}" stroke="${WHITE}" stroke-width="10" stroke-dasharray="${DASHES.pattern}"/>`,
    tagline ? linesOf(tagline, dashes + GAP) : "",
  ].join("\n");
}

function linesOf({ size, lines }: Lettering, top: number): string {
  const scale = size / UNITS_PER_EM;
  return lines
    .map(({ width, letters }, at) => {
      const left = (WIDTH - width * scale) / 2;
      const baseline = top + size * (CAPITALS + at * LINE_HEIGHT);
      const outlines = letters.map(
        ({ left, outline }) => `<path transform="translate(${left})" d="${outline}"/>`,
      );
      return `<g fill="${WHITE}" transform="translate(${left} ${baseline}) scale(${scale})">${outlines.join("")}</g>`;
    })
    .join("\n");
}

/** The road of the house's mark, for a name that these letters cannot write. */
function mark(): string {
  return `<g transform="translate(${WIDTH / 2 - 320} ${HEIGHT / 2 - 335}) scale(10)">
<path d="M27.5 16h9L50 51H14z" fill="${WHITE}"/>
<path d="M32 20v5M32 30v6.5M32 42.5V51" stroke="${GREEN}" stroke-width="3.5"/>
</g>`;
}
