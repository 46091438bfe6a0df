/** The widest version that is kept, in pixels. */
export const LARGEST_IMAGE_WIDTH = 1600;

/** What pictures are kept as: AVIF weighs half, WebP is for browsers that cannot read it. */
export type PictureFormat = "avif" | "webp";

/** Each width is there in each format. */
interface PictureVersions {
  formats: readonly PictureFormat[];
  /** In pixels, the largest last. */
  widths: readonly number[];
}

interface Edition extends PictureVersions {
  /** How the public ids of its pictures end. */
  mark: string;
}

/** What new pictures are kept in. Other widths or formats need another mark: pictures on disk stay as they are. */
const PRESENT_EDITION: Edition = {
  mark: "-2",
  formats: ["avif", "webp"],
  widths: [320, 480, 640, 768, 1200, LARGEST_IMAGE_WIDTH],
};
const EDITIONS: readonly Edition[] = [
  { mark: "", formats: ["webp"], widths: [320, 640, 960, LARGEST_IMAGE_WIDTH] },
  PRESENT_EDITION,
];

/** Shown wherever a vehicle has no picture of its own. */
export const PLACEHOLDER_PICTURE = { src: "/placeholder-car.svg", width: 960, height: 720 } as const;

export interface PictureSources {
  src: string;
  /** Absent for the placeholder, which is drawn and needs no second size. */
  srcSet: string | undefined;
  /** The same picture, lighter, for browsers that read AVIF; absent where it is not kept as such. */
  avifSrcSet: string | undefined;
  /** Width and height of `src` in pixels, so that a page keeps the box before the picture loads. */
  width: number;
  height: number;
  isPlaceholder: boolean;
}

/**
 * What an `<img>` needs to show a vehicle's picture, read from its address alone: no query, no file touched.
 * A missing address, or one this site did not hand out, gives the placeholder.
 */
export function pictureSources(imageUrl: string | null | undefined): PictureSources {
  const publicId = publicIdOf(imageUrl);
  const kept = publicId === undefined ? undefined : keptAs(publicId);
  if (publicId === undefined || kept === undefined) {
    return { ...PLACEHOLDER_PICTURE, srcSet: undefined, avifSrcSet: undefined, isPlaceholder: true };
  }
  const { width, height, formats } = kept;
  const srcSet = (format: PictureFormat) =>
    kept.widths.map((width) => `${pictureUrl(publicId, width, format)} ${width}w`).join(", ");
  return {
    src: pictureUrl(publicId, width),
    srcSet: srcSet("webp"),
    avifSrcSet: formats.includes("avif") ? srcSet("avif") : undefined,
    width,
    height,
    isPlaceholder: false,
  };
}

/**
 * A new picture's name: 24 hex digits of the SHA-256 of its largest WebP, that version's size in pixels, and the mark
 * of the present edition.
 */
export function publicIdFor(sha256Hex: string, width: number, height: number): string {
  return `${sha256Hex.slice(0, 24)}-${width}x${height}${PRESENT_EDITION.mark}`;
}

/** The widths and formats a new picture is kept in, its largest version being `width` pixels wide. */
export function newVersions(width: number): PictureVersions {
  return versionsIn(PRESENT_EDITION, width);
}

/** The address of one stored version. With the largest width, as WebP, it is the picture's `imageUrl`. */
export function pictureUrl(publicId: string, width: number, format: PictureFormat = "webp"): string {
  return `/uploads/${publicId}/${pictureFile(width, format)}`;
}

/** The name of one stored version in its picture's folder. */
export function pictureFile(width: number, format: PictureFormat): string {
  return `${width}.${format}`;
}

/** The public id inside an `imageUrl`, or undefined when this site never hands out such an address. */
export function publicIdOf(imageUrl: string | null | undefined): string | undefined {
  const publicId = /^\/uploads\/([^/]+)\/[^/]+$/.exec(imageUrl ?? "")?.[1];
  if (publicId === undefined) return undefined;
  const kept = keptAs(publicId);
  return kept !== undefined && imageUrl === pictureUrl(publicId, kept.width) ? publicId : undefined;
}

/** What is on disk of a picture, and its largest version's size in pixels; undefined when `publicId` is none of ours. */
export function keptAs(publicId: string): (PictureVersions & { width: number; height: number }) | undefined {
  const match = /^[0-9a-f]{24}-([1-9]\d{0,3})x([1-9]\d{0,3})(-\d)?$/.exec(publicId);
  const [, width, height, mark = ""] = match ?? [];
  const edition = EDITIONS.find((known) => known.mark === mark);
  if (!edition || !match || Number(width) > LARGEST_IMAGE_WIDTH) return undefined;
  return { width: Number(width), height: Number(height), ...versionsIn(edition, Number(width)) };
}

/** Never an enlarged one. */
function versionsIn({ formats, widths }: Edition, largest: number): PictureVersions {
  return { formats, widths: [...widths.filter((width) => width < largest), largest] };
}
