import { pictureSources } from "~/models/image";

interface VehiclePictureProps {
  imageUrl: string | null | undefined;
  /** What it shows: the vehicle's name; empty where the name stands beside it. */
  name: string;
  sizes: string;
  className?: string;
  /** `first` is the page's largest picture and comes at once; any other waits until it is scrolled to. */
  priority?: "first" | "lazy";
}

/**
 * A vehicle's picture in the size and the format that the screen and the browser need, or the placeholder; its box
 * stands before it loads.
 */
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
      alt={isPlaceholder && name ? `${name}, no picture yet` : name}
      loading={priority === "first" ? "eager" : "lazy"}
      decoding="async"
      // React 18 knows the attribute by its HTML name alone.
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
