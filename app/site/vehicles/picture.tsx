import { pictureSources } from "~/pictures/picture";

interface VehiclePictureProps {
  imageUrl: string | null | undefined;
  /** The alt text: the vehicle's name; empty if the name is next to the picture. */
  name: string;
  sizes: string;
  className?: string;
  /** `first` is the page's largest picture and loads at once; `lazy` loads when scrolled to. */
  priority?: "first" | "lazy";
}

/** A vehicle's picture or the placeholder, in the best size and format for the browser; its space is reserved. */
export function VehiclePicture({ imageUrl, name, sizes, className, priority = "lazy" }: VehiclePictureProps) {
  const { src, srcSet, avifSrcSet, width, height, isPlaceholder } = pictureSources(imageUrl);
  const image = (
    <img
      className={className}
      src={src}
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      alt={isPlaceholder && name ? `${name}, no photo yet` : name}
      loading={priority === "first" ? "eager" : "lazy"}
      decoding="async"
      // React 18 does not know `fetchPriority`.
      {...(priority === "first" ? { fetchpriority: "high" } : {})}
    />
  );
  if (!avifSrcSet) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
      {image}
    </picture>
  );
}
