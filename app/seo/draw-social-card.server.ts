import sharp from "sharp";
import type { Business } from "~/business/links";
import { type FittedText, fitText, GREEN, renderSvg, textLines } from "./sign-text.server";
import { SOCIAL_CARD } from "./social-card";

const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD;
/** As wide as the dashed line: ten dashes and the nine gaps between them. */
const TEXT_WIDTH = 1000;
/** Between the dashed line and the text above and below it. */
const GAP = 54;
const NAME = {
  width: TEXT_WIDTH,
  maxHeight: 280,
  sizes: [230, 210, 190, 172, 160, 144, 128, 112, 96, 80, 64, 52],
};
const TAGLINE = { width: TEXT_WIDTH, maxHeight: 60, sizes: [64, 60, 56, 52, 46, 40, 34] };

/** What the card says. */
export type CardText = Pick<Business, "name" | "tagline">;

/**
 * A road sign with a business's name, as a JPEG of full color resolution, so that its letters stay sharp. A name that does not fit or needs
 * other letters gets only the logo.
 */
export async function renderSocialCard({ name, tagline }: CardText): Promise<Buffer<ArrayBuffer>> {
  const title = fitText(name, NAME);
  const png = renderSvg(`<path fill="${GREEN}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<rect x="26" y="26" width="${WIDTH - 52}" height="${HEIGHT - 52}" rx="44" fill="none" stroke="#fff" stroke-width="10"/>
${title ? signText(title, fitText(tagline, TAGLINE)) : logo()}`)
    .render()
    .asPng();
  return Buffer.from(
    await sharp(png).jpeg({ quality: 75, chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer(),
  );
}

/** Name, dashed line and tagline, in the middle of the sign. */
function signText(title: FittedText, tagline: FittedText | undefined): string {
  const top = (HEIGHT - title.height - GAP - (tagline ? GAP + tagline.height : 0)) / 2;
  const dashes = top + title.height + GAP;
  return `${textLines(title, { center: WIDTH / 2, top })}
<path d="M${(WIDTH - TEXT_WIDTH) / 2} ${dashes}h${TEXT_WIDTH}" stroke="#fff" stroke-width="10" stroke-dasharray="64 40"/>
${tagline ? textLines(tagline, { center: WIDTH / 2, top: dashes + GAP }) : ""}`;
}

/** The road of the logo. */
function logo(): string {
  return `<g transform="translate(${WIDTH / 2 - 320} ${HEIGHT / 2 - 335}) scale(10)">
<path d="M27.5 16h9L50 51H14z" fill="#fff"/>
<path d="M32 20v5M32 30v6.5M32 42.5V51" stroke="${GREEN}" stroke-width="3.5"/>
</g>`;
}
