/** A picture upload may weigh this many bytes, 5 MB (specification, section 5). */
export const MAX_IMAGE_BYTES = 5_242_880;

/** The media types an upload may have (specification, section 5); also a file input's `accept`. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** The sentences of section 5, in the order they are checked. */
export const IMAGE_TYPE_SENTENCE = "Please upload a valid image file (JPG, PNG, or WebP)";
export const IMAGE_SIZE_SENTENCE = "File size must be less than 5MB";
export const IMAGE_FAILED_SENTENCE = "Failed to upload image";

/** Where a form names a picture that is not on disk any more. */
export const IMAGE_GONE_SENTENCE = "The picture is no longer here. Please choose it again.";

/** What is wrong with a file by what the browser says of it; the server looks at its bytes (specification, section 5). */
export function imageProblem({ type, size }: { type: string; size: number }): string | undefined {
  if (!IMAGE_TYPES.some((known) => known === type)) return IMAGE_TYPE_SENTENCE;
  return size > MAX_IMAGE_BYTES ? IMAGE_SIZE_SENTENCE : undefined;
}

/** The widths a picture is kept in, in pixels. A picture narrower than the last keeps its own width as largest. */
export const IMAGE_WIDTHS = [320, 640, 960, 1600] as const;

/** The widest version that is kept, in pixels. */
export const LARGEST_IMAGE_WIDTH = 1600;

/** Shown wherever a vehicle has no picture of its own. */
export const PLACEHOLDER_PICTURE = { src: "/placeholder-car.svg", width: 960, height: 720 } as const;

export interface PictureSources {
  src: string;
  /** Absent for the placeholder, which is drawn and needs no second size. */
  srcSet: string | undefined;
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
  const size = publicId === undefined ? undefined : sizeOf(publicId);
  if (publicId === undefined || size === undefined) {
    return { ...PLACEHOLDER_PICTURE, srcSet: undefined, isPlaceholder: true };
  }
  const srcSet = keptWidths(size.width).map((width) => `${pictureUrl(publicId, width)} ${width}w`);
  return {
    src: pictureUrl(publicId, size.width),
    srcSet: srcSet.join(", "),
    width: size.width,
    height: size.height,
    isPlaceholder: false,
  };
}

/** The widths a picture is kept in when its largest version is `largest` pixels wide: never an enlarged one. */
export function keptWidths(largest: number): number[] {
  return [...IMAGE_WIDTHS.filter((width) => width < largest), largest];
}

/** A picture's name: 24 hex digits of the SHA-256 of its largest version, then that version's size in pixels. */
export function publicIdFor(sha256Hex: string, width: number, height: number): string {
  return `${sha256Hex.slice(0, 24)}-${width}x${height}`;
}

/** The address of one stored version. With the largest width it is the picture's `imageUrl`. */
export function pictureUrl(publicId: string, width: number): string {
  return `/uploads/${publicId}/${width}.webp`;
}

/** The public id inside an `imageUrl`, or undefined when this site never hands out such an address. */
export function publicIdOf(imageUrl: string | null | undefined): string | undefined {
  const publicId = /^\/uploads\/([^/]+)\/[^/]+$/.exec(imageUrl ?? "")?.[1];
  if (publicId === undefined) return undefined;
  const size = sizeOf(publicId);
  return size !== undefined && imageUrl === pictureUrl(publicId, size.width) ? publicId : undefined;
}

/** Width and height in pixels of a picture's largest version, or undefined when `publicId` is none of ours. */
export function sizeOf(publicId: string): { width: number; height: number } | undefined {
  const match = /^[0-9a-f]{24}-([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(publicId);
  const width = Number(match?.[1]);
  return width <= LARGEST_IMAGE_WIDTH ? { width, height: Number(match?.[2]) } : undefined;
}
