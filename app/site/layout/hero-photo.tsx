import type { BusinessPhoto } from "~/pictures/business-photos.server";
import { VehiclePicture } from "~/site/vehicles/picture";

/** One of the owner's photos, instead of a hero's drawing. */
export function HeroPhoto({ photo: { imageUrl, alt } }: { photo: BusinessPhoto }) {
  return (
    <div className="screen-only hero__illustration below-6 hero__photo">
      <VehiclePicture
        imageUrl={imageUrl}
        name={alt}
        sizes="(min-width: 1024px) 46rem, (min-width: 768px) 46vw, 100vw"
        priority="first"
      />
    </div>
  );
}
