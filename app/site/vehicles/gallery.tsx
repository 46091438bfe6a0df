import type { VehicleImage } from "~/pictures/image-rows";
import { imageAlt } from "~/pictures/images";
import { pictureSources, smallestPicture } from "~/pictures/picture";
import { Icon } from "~/ui/layout/icon";
import { VehiclePicture } from "./picture";

/** More than half of a wide page, the full width of a narrow one. */
export const GALLERY_SIZES = "(min-width: 1024px) 42rem, 92vw";

interface GalleryProps {
  images: readonly VehicleImage[];
  /** The vehicle's name, for pictures without their own text. */
  name: string;
  /** Of one picture, which fills the gallery. */
  sizes: string;
}

/**
 * A vehicle's pictures, one at a time: scrolled or swiped, or chosen by anchors. Each is a link to its largest version, which
 * `<vehicle-gallery>` shows in a dialog. Without script all of it works but the dialog.
 */
export function Gallery({ images, name, sizes }: GalleryProps) {
  if (images.length === 0) {
    return (
      <div className="gallery__frame">
        <div className="frame gallery__item drawn">
          <VehiclePicture imageUrl={undefined} name={name} sizes={sizes} priority="first" />
        </div>
      </div>
    );
  }
  const several = images.length > 1;
  return (
    <vehicle-gallery class="grid gap-3">
      <div className="gallery__frame">
        {/* A list that scrolls needs the focus for the arrow keys. */}
        <ul className="gallery__pictures" aria-label={`Photos of ${name}`} tabIndex={several ? 0 : undefined}>
          {images.map((image, index) => (
            <Slide key={image.imageUrl} {...{ images, index, name, sizes }} />
          ))}
        </ul>
      </div>
      {several ? (
        <nav aria-label="Photos">
          <ol className="scroll-x gallery__thumbnails">
            {images.map(({ imageUrl }, index) => (
              <li key={imageUrl}>
                <a className="frame" href={`#${slideId(index)}`}>
                  <Thumbnail imageUrl={imageUrl} name={`Photo ${index + 1}`} />
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
    </vehicle-gallery>
  );
}

function Slide({ images, index, name, sizes }: GalleryProps & { index: number }) {
  const image = images[index];
  if (!image) return null;
  return (
    <li className="frame gallery__item" id={slideId(index)}>
      <figure className="gallery__figure">
        <a className="gallery__large" href={pictureSources(image.imageUrl).src}>
          <VehiclePicture
            imageUrl={image.imageUrl}
            name={imageAlt(name, images, index)}
            sizes={sizes}
            priority={index === 0 ? "first" : "lazy"}
          />
        </a>
        {image.caption ? <figcaption className="breaks gallery__caption">{image.caption}</figcaption> : null}
      </figure>
      {images.length > 1 ? (
        // In the style sheet, because the picture's text says it already.
        <span className="gallery__place" data-place={`${index + 1} / ${images.length}`} />
      ) : null}
      {index > 0 ? <Step to={index - 1} /> : null}
      {index < images.length - 1 ? <Step to={index + 1} forward /> : null}
    </li>
  );
}

/** A link to the picture before or after: for a mouse, because arrow keys and thumbnails do the same. */
function Step({ to, forward = false }: { to: number; forward?: boolean }) {
  return (
    <a
      className={`icon-button gallery__step ${forward ? "gallery__step--next" : ""}`}
      href={`#${slideId(to)}`}
      tabIndex={-1}
    >
      <Icon name={forward ? "chevron-right" : "chevron-left"} />
      <span className="visually-hidden">{forward ? "Next photo" : "Previous photo"}</span>
    </a>
  );
}

/** A picture in its smallest version, which needs no choice of widths. */
function Thumbnail({ imageUrl, name }: { imageUrl: string; name: string }) {
  const { avif, ...smallest } = smallestPicture(imageUrl);
  return (
    <picture>
      {avif ? <source type="image/avif" srcSet={avif} /> : null}
      <img {...smallest} alt={name} loading="lazy" decoding="async" />
    </picture>
  );
}

function slideId(index: number): string {
  return `photo-${index + 1}`;
}
