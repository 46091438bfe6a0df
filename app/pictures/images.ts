import type { VehicleImage } from "./image-rows";

/** What a form or an API body says about a vehicle's pictures. */
export interface GivenImages {
  imageUrl?: string | undefined;
  images?: readonly VehicleImage[] | undefined;
}

/**
 * The pictures to store for a vehicle that has `stored`. `images` is the whole list. `imageUrl` alone, from a client that knows only one
 * picture, is the first: one that is stored already moves there, a new one takes the first one's place, and the others stay. Neither clears
 * the list.
 */
export function imagesToStore(
  { imageUrl, images }: GivenImages,
  stored: readonly VehicleImage[] = [],
): VehicleImage[] {
  if (images !== undefined) return [...images];
  if (imageUrl === undefined) return [];
  const known = stored.find((image) => image.imageUrl === imageUrl);
  return known
    ? [known, ...stored.filter((image) => image !== known)]
    : [{ imageUrl, alt: "" }, ...stored.slice(1)];
}

/** The pictures of a row in order. */
export function imagesOf({ images }: { images: string }): VehicleImage[] {
  return JSON.parse(images);
}

/** The alternative text of a vehicle's picture: its own, or `2011 Honda Accord, picture 3 of 8`. */
export function imageAlt(name: string, images: readonly Pick<VehicleImage, "alt">[], index: number): string {
  const own = images[index]?.alt;
  if (own) return own;
  return images.length > 1 ? `${name}, picture ${index + 1} of ${images.length}` : name;
}

/** What a card knows of a vehicle's pictures besides the first: how many there are, or the list of a whole record. */
export interface ImageCount {
  imageCount?: number | undefined;
  images?: readonly VehicleImage[] | undefined;
}

/** How many pictures a vehicle in a list has. */
export function countImages({ imageCount, images }: ImageCount): number {
  return imageCount ?? images?.length ?? 0;
}
