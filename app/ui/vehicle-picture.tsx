import { pictureSources } from "~/models/image";

interface VehiclePictureProps {
  imageUrl: string | undefined;
  /** What it shows: the vehicle's name. */
  name: string;
  sizes: string;
  /** `first` is the page's largest picture, `soon` is in sight at once, `lazy` waits until it is scrolled to. */
  priority?: "first" | "soon" | "lazy";
}

/** A vehicle's picture in the size the screen needs, or the placeholder; its box stands before it loads. */
export function VehiclePicture({ imageUrl, name, sizes, priority = "lazy" }: VehiclePictureProps) {
  const { src, srcSet, width, height, isPlaceholder } = pictureSources(imageUrl);
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      alt={isPlaceholder ? `${name}, no picture yet` : name}
      loading={priority === "lazy" ? "lazy" : "eager"}
      decoding="async"
      // React 18 knows the attribute by its HTML name alone.
      {...(priority === "first" ? { fetchpriority: "high" } : {})}
    />
  );
}
