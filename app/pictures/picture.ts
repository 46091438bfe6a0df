/** The width of the largest stored version, in pixels. */
export const LARGEST_IMAGE_WIDTH = 1600;

/** AVIF has half the bytes; WebP is for browsers without AVIF. */
export type PictureFormat = "avif" | "webp";

/** The versions of a picture: every width in every format. */
interface PictureVersions {
  formats: readonly PictureFormat[];
  /** In pixels, the largest last. */
  widths: readonly number[];
}

interface VersionSet extends PictureVersions {
  /** The end of its pictures' public ids. */
  suffix: string;
}

/** The versions of new pictures. Other widths or formats need another suffix, because stored pictures keep theirs. */
const CURRENT_SET: VersionSet = {
  suffix: "-2",
  formats: ["avif", "webp"],
  widths: [320, 480, 640, 768, 1200, LARGEST_IMAGE_WIDTH],
};
const VERSION_SETS: readonly VersionSet[] = [
  { suffix: "", formats: ["webp"], widths: [320, 640, 960, LARGEST_IMAGE_WIDTH] },
  CURRENT_SET,
];

/** For a vehicle without a picture. */
const PLACEHOLDER_PICTURE = { src: "/placeholder-car.svg", width: 960, height: 720 } as const;

interface PictureSources {
  src: string;
  /** Absent for the placeholder, which is an SVG. */
  srcSet: string | undefined;
  /** Absent for a picture that is not stored as AVIF. */
  avifSrcSet: string | undefined;
  /** Width and height of `src` in pixels, so that the page does not shift when it loads. */
  width: number;
  height: number;
  isPlaceholder: boolean;
}

/**
 * The attributes of a vehicle's `<picture>`, from its URL alone. A missing URL, or one that is not one of our pictures,
 * gives the placeholder.
 */
export function pictureSources(imageUrl: string | null | undefined): PictureSources {
  const publicId = parsePublicId(imageUrl);
  const stored = publicId === undefined ? undefined : storedVersions(publicId);
  if (publicId === undefined || stored === undefined) {
    return { ...PLACEHOLDER_PICTURE, srcSet: undefined, avifSrcSet: undefined, isPlaceholder: true };
  }
  const { width, height, formats } = stored;
  const srcSet = (format: PictureFormat) =>
    stored.widths.map((width) => `${pictureUrl(publicId, width, format)} ${width}w`).join(", ");
  return {
    src: pictureUrl(publicId, width),
    srcSet: srcSet("webp"),
    avifSrcSet: formats.includes("avif") ? srcSet("avif") : undefined,
    width,
    height,
    isPlaceholder: false,
  };
}

/** The smallest version of a picture, for a thumbnail; its size is that of the largest, whose shape it has. */
export function smallestPicture(imageUrl: string): {
  src: string;
  avif: string | undefined;
  width: number;
  height: number;
} {
  const publicId = parsePublicId(imageUrl);
  const stored = publicId === undefined ? undefined : storedVersions(publicId);
  if (publicId === undefined || stored === undefined) return { ...PLACEHOLDER_PICTURE, avif: undefined };
  const [smallest = stored.width] = stored.widths;
  return {
    src: pictureUrl(publicId, smallest),
    avif: stored.formats.includes("avif") ? pictureUrl(publicId, smallest, "avif") : undefined,
    width: stored.width,
    height: stored.height,
  };
}

/**
 * A new picture's public id: 24 hex digits of the SHA-256 of its largest WebP, that version's size in pixels, and the
 * suffix of its versions.
 */
export function publicIdFor(sha256Hex: string, width: number, height: number): string {
  return `${sha256Hex.slice(0, 24)}-${width}x${height}${CURRENT_SET.suffix}`;
}

/** The versions of a new picture whose largest is `width` pixels wide. */
export function newVersions(width: number): PictureVersions {
  return versionsIn(CURRENT_SET, width);
}

/** The URL of one version. That of the largest WebP is the picture's `imageUrl`. */
export function pictureUrl(publicId: string, width: number, format: PictureFormat = "webp"): string {
  return `/uploads/${publicId}/${pictureFile(width, format)}`;
}

/** The file name of one version in its picture's folder. */
export function pictureFile(width: number, format: PictureFormat): string {
  return `${width}.${format}`;
}

/** The public id in an `imageUrl`; undefined where the URL is not one of our pictures. */
export function parsePublicId(imageUrl: string | null | undefined): string | undefined {
  const publicId = /^\/uploads\/([^/]+)\/[^/]+$/.exec(imageUrl ?? "")?.[1];
  if (publicId === undefined) return undefined;
  const stored = storedVersions(publicId);
  return stored !== undefined && imageUrl === pictureUrl(publicId, stored.width) ? publicId : undefined;
}

/** The versions of a stored picture, and its largest version's size in pixels; undefined if `publicId` is malformed. */
export function storedVersions(
  publicId: string,
): (PictureVersions & { width: number; height: number }) | undefined {
  const match = /^[0-9a-f]{24}-([1-9]\d{0,3})x([1-9]\d{0,3})(-\d)?$/.exec(publicId);
  const [, width, height, suffix = ""] = match ?? [];
  const versionSet = VERSION_SETS.find((known) => known.suffix === suffix);
  if (!versionSet || !match || Number(width) > LARGEST_IMAGE_WIDTH) return undefined;
  return { width: Number(width), height: Number(height), ...versionsIn(versionSet, Number(width)) };
}

/** The names of all files of a stored picture; none if `publicId` is malformed. */
export function pictureFiles(publicId: string): string[] {
  const { formats, widths } = storedVersions(publicId) ?? { formats: [], widths: [] };
  return formats.flatMap((format) => widths.map((width) => pictureFile(width, format)));
}

/** The file whose SHA-256 begins with the public id's 24 digits. */
export function largestFile(publicId: string): string {
  return pictureFile(storedVersions(publicId)?.width ?? 0, "webp");
}

/** The media type of a version, by its file name. */
export function pictureType(file: string): `image/${PictureFormat}` {
  return file.endsWith(".avif") ? "image/avif" : "image/webp";
}

/** No version is enlarged. */
function versionsIn({ formats, widths }: VersionSet, largest: number): PictureVersions {
  return { formats, widths: [...widths.filter((width) => width < largest), largest] };
}
