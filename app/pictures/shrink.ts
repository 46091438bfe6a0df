import { MAX_IMAGE_BYTES } from "./upload";

/** The longest side that is sent, in pixels: almost twice the largest stored version. */
const MAX_SENT_SIDE = 3000;
const JPEG_QUALITY = 0.85;

/**
 * Shrinks a photo in the browser to at most 3000 pixels on its long side, as an upright JPEG, because phones take photos of
 * more than 5 MB. A picture that is small enough, and a file that the browser cannot read, is returned as it is.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_SENT_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= MAX_IMAGE_BYTES) return file;
    return (await toJpeg(bitmap, scale)) ?? file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

function toJpeg(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = "high";
  // A JPEG has no transparency, and black would be its color.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
}
