import { parsePublicId, pictureUrl, storedVersions } from "~/pictures/picture";

/** The preview picture of a shared link, by its path on this site. */
export interface ShareImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** Wide enough for any preview, and under the few hundred kilobytes that some accept. */
const PREVIEW_WIDTH = 1200;

/** The vehicle's own picture in preview size; undefined if it has none. */
export function shareImage(imageUrl: string | undefined, alt: string): ShareImage | undefined {
  const publicId = parsePublicId(imageUrl);
  const stored = publicId === undefined ? undefined : storedVersions(publicId);
  if (publicId === undefined || stored === undefined) return undefined;
  const width = stored.widths.findLast((pixels) => pixels <= PREVIEW_WIDTH) ?? stored.width;
  return {
    path: pictureUrl(publicId, width),
    width,
    height: Math.round((stored.height * width) / stored.width),
    alt,
  };
}
