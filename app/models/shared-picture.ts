import { keptAs, pictureUrl, publicIdOf } from "./image";

/** A picture that goes with a link, by its path on this site. */
export interface SharedPicture {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** Wide enough for any preview, and light enough for those that take a few hundred kilobytes at most. */
const PREVIEW_WIDTH = 1200;

/** The vehicle's own picture in the size of a preview; undefined where it has none. */
export function sharedPicture(imageUrl: string | undefined, alt: string): SharedPicture | undefined {
  const publicId = publicIdOf(imageUrl);
  const kept = publicId === undefined ? undefined : keptAs(publicId);
  if (publicId === undefined || kept === undefined) return undefined;
  const width = kept.widths.findLast((pixels) => pixels <= PREVIEW_WIDTH) ?? kept.width;
  return {
    path: pictureUrl(publicId, width),
    width,
    height: Math.round((kept.height * width) / kept.width),
    alt,
  };
}
