// What an upload may be: apart from how pictures are shown (image.ts), which every visitor's script has.

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
