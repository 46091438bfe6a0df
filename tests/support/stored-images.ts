import { pictureStore } from "~/pictures/claims.server";
import type { VehicleImage } from "~/pictures/image-rows";
import { photo } from "./pictures";

/** So many pictures on disk, for a vehicle; the second has a caption and a text of its own. */
export async function storedImages(count: number): Promise<VehicleImage[]> {
  const images: VehicleImage[] = [];
  for (let number = 0; number < count; number++) {
    const stored = await pictureStore.storePicture(
      await photo(640 + number, 480)
        .jpeg()
        .toBuffer(),
    );
    if (!stored.ok) throw new Error(stored.message);
    const texts = number === 1 ? { alt: "The dash", caption: "Everything works" } : { alt: "" };
    images.push({ imageUrl: stored.url, ...texts });
  }
  return images;
}
