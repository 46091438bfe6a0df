export const MAX_IMAGE_BYTES = 5_242_880; // 5 MB

/** The largest phone sensor whose JPEG can be under 5 MB: 8192 by 6144, 50 megapixels. */
export const MAX_IMAGE_PIXELS = 8192 * 6144;

/** The media types of an upload; also a file input's `accept`. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

// In the order they are checked.
export const IMAGE_TYPE_MESSAGE = "Please upload a valid image file (JPG, PNG, or WebP)";
/** The same for a logo. */
export const LOGO_TYPE_MESSAGE = "Please upload a valid image file (SVG, PNG, JPG, or WebP)";
export const IMAGE_SIZE_MESSAGE = "File size must be less than 5MB";
export const IMAGE_FAILED_MESSAGE = "Failed to upload image";

/** For a picture with more pixels than that. */
export const IMAGE_PIXELS_MESSAGE = "That photo is too large. The limit is 50 megapixels.";

/** For a picture that takes too much memory or time to decode, such as an interlaced PNG of 40 megapixels with 16 bits. */
export const IMAGE_MEMORY_MESSAGE =
  "That photo is too large to process. Please save it as a smaller JPEG and try again.";

/** For a form that names a picture that was deleted. */
export const IMAGE_MISSING_MESSAGE = "That photo is no longer available. Please choose it again.";

/** For a form that names a picture while the storage of pictures fails. */
export const IMAGE_UNCHECKED_MESSAGE =
  "The photo storage does not answer, so nothing was saved. Please try again in a few minutes.";

/** True if the browser reports one of the types above for a chosen file; the server checks the bytes. */
export function isImageType({ type }: { type: string }): boolean {
  return IMAGE_TYPES.some((known) => known === type);
}
