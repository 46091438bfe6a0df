import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { openUploads } from "~/pictures/open-storage.server";
import { parsePublicId, pictureFile, storedVersions } from "~/pictures/picture";
import {
  type FittedText,
  fitText,
  GREEN,
  renderSvg,
  type TextBox,
  textLines,
  widthInEms,
} from "./sign-text.server";
import { SOCIAL_CARD } from "./social-card";

/** What the card of a vehicle or part shows. */
export interface RecordCard {
  /** `2014 BMW X5 sDrive35i`, or a part's name. */
  name: string;
  /** The car that a part is from. */
  from?: string | undefined;
  /** `$12,995`, or what replaces it, such as `Sold`. */
  price: string;
  imageUrl: string | undefined;
}

const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD;
/** The photo's part of the card; the sign has the rest. */
const PHOTO_WIDTH = 720;
const MARGIN = 60;
const GAP = 36;
const PLATE_PADDING = 26;

/**
 * Renders a JPEG of 1200 by 630 pixels: the photo next to a road sign with name, price and phone, or just the sign. Text that needs other
 * letters is left out.
 */
export async function renderRecordCard(card: RecordCard & { phone: string }): Promise<Buffer<ArrayBuffer>> {
  const photo = await readPhoto(card.imageUrl);
  const left = photo ? PHOTO_WIDTH : 0;
  const sign = renderSvg(signOf(card, left)).render().asPng();
  const layers = photo
    ? [
        {
          input: await sharp(photo).resize(PHOTO_WIDTH, HEIGHT, { fit: "cover" }).toBuffer(),
          left: 0,
          top: 0,
        },
        { input: sign, left: 0, top: 0 },
      ]
    : [{ input: sign, left: 0, top: 0 }];
  const jpeg = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GREEN } })
    .composite(layers)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  return Buffer.from(jpeg);
}

const uploads = openUploads();

/** The file of the vehicle's own photo that is wide enough; undefined if it has none, or its file is gone. */
async function readPhoto(imageUrl: string | undefined): Promise<Buffer | undefined> {
  const publicId = parsePublicId(imageUrl);
  const stored = publicId === undefined ? undefined : storedVersions(publicId);
  if (publicId === undefined || stored === undefined) return undefined;
  const width = stored.widths.find((pixels) => pixels >= PHOTO_WIDTH) ?? stored.width;
  const file = pictureFile(width, "webp");
  if ((await uploads.fileSize(publicId, file)) === undefined) return undefined;
  return buffer(await uploads.readFile(publicId, file));
}

/** The sign right of `left`: everything in the middle, one below the other. */
function signOf({ name, from, price, phone }: RecordCard & { phone: string }, left: number): string {
  const width = WIDTH - left;
  const center = left + width / 2;
  const box = (maxHeight: number, sizes: readonly number[]): TextBox => ({
    width: width - 2 * MARGIN,
    maxHeight,
    sizes,
  });
  const rows = [
    { text: fitText(name, box(230, [112, 100, 90, 80, 72, 64, 56, 48, 40, 32])) },
    { text: from === undefined ? undefined : fitText(from, box(90, [56, 50, 44, 38, 32])) },
    {
      text: fitText(price, {
        ...box(90, [96, 84, 72, 60, 50, 42]),
        width: width - 2 * (MARGIN + PLATE_PADDING),
      }),
      isPlate: true,
    },
    { text: fitText(phone, box(60, [64, 58, 52, 46])) },
  ].filter((row): row is { text: FittedText; isPlate?: true } => row.text !== undefined);
  const heights = rows.map(({ text, isPlate }) => text.height + (isPlate ? 2 * PLATE_PADDING : 0));
  const height = heights.reduce((sum, one) => sum + one, 0) + GAP * (rows.length - 1);
  let top = (HEIGHT - height) / 2;
  const drawn = rows.map((row, index) => {
    const at = { center, top };
    top += (heights[index] ?? 0) + GAP;
    return row.isPlate ? plate(row.text, at) : textLines(row.text, at);
  });
  return `<path fill="${GREEN}" d="M${left} 0h${width}v${HEIGHT}H${left}z"/>
<rect x="${left + 22}" y="22" width="${width - 44}" height="${HEIGHT - 44}" rx="36" fill="none" stroke="#fff" stroke-width="8"/>
${drawn.join("\n")}`;
}

/** A price is on a license plate. */
function plate(text: FittedText, { center, top }: { center: number; top: number }): string {
  const width = Math.max(...text.lines.map(widthInEms)) * text.size + 2 * PLATE_PADDING;
  const height = text.height + 2 * PLATE_PADDING;
  return `<rect x="${center - width / 2}" y="${top}" width="${width}" height="${height}" rx="16" fill="#fff"/>
${textLines(text, { center, top: top + PLATE_PADDING, fill: "#1b1f22" })}`;
}
