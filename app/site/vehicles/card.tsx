import type { ReactNode } from "react";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { VehiclePicture } from "./picture";

interface VehicleCardProps {
  /** `2014 BMW X5` */
  name: string;
  trim: string | undefined;
  imageUrl: string | undefined;
  /** In place of a photo; the default is a car. */
  drawing?: ReactNode;
  /** How many pictures it has; shown if several. */
  imageCount?: number | undefined;
  stockNumber: string;
  /** Short facts; unknown ones are left out. */
  facts: readonly (string | undefined)[];
  /** Its status, if it is worth showing. */
  badge?: ReactNode;
  /** The vehicle's page, if it has one. */
  url?: string;
  price?: ReactNode;
  actions?: ReactNode;
  /** Its place in the list, from 0. */
  position: number;
}

/** A small picture on a phone, then the width of a card in two, three or four columns. */
const CARD_SIZES = "(min-width: 1024px) 20rem, (min-width: 768px) 46vw, min(8.5rem, 40vw)";

/** A vehicle in a list: a row on a phone, a card on a wider screen. */
export function VehicleCard(props: VehicleCardProps) {
  const {
    name,
    trim,
    imageUrl,
    drawing,
    imageCount = 0,
    stockNumber,
    facts,
    badge,
    url,
    price,
    actions,
    position,
  } = props;
  return (
    <article className={`panel grid gap-1 gap-x-4 vehicle-card ${drawing ? "part-card" : ""}`.trim()}>
      <div className={imageUrl ? "frame vehicle-card__picture" : "frame vehicle-card__picture drawn"}>
        {(!imageUrl && drawing) || (
          <VehiclePicture
            imageUrl={imageUrl}
            name={trim ? `${name} ${trim}` : name}
            sizes={CARD_SIZES}
            priority={position === 0 ? "first" : "lazy"}
          />
        )}
        {imageCount > 1 ? (
          <p className="screen-only row gap-1 vehicle-card__count">
            <Icon name="camera" size={16} /> {imageCount}
            <span className="visually-hidden"> photos</span>
          </p>
        ) : null}
      </div>
      {badge ? <p className="vehicle-card__badge">{badge}</p> : null}
      <div className="vehicle-card__heading">
        <h3 className="vehicle-card__title">
          {url ? (
            <a href={url} className="covers">
              {name}
            </a>
          ) : (
            name
          )}
        </h3>
        {trim ? <p className="muted vehicle-card__trim">{trim}</p> : null}
      </div>
      <ul className="cluster note gap-0 gap-x-3 vehicle-card__facts">
        {facts.map((fact) => (fact ? <li key={fact}>{fact}</li> : null))}
      </ul>
      <p className="muted vehicle-card__stock">
        Stock # <Plate>{stockNumber}</Plate>
      </p>
      {price ? <p className="vehicle-card__price">{price}</p> : null}
      {actions ? <div className="relative vehicle-card__actions">{actions}</div> : null}
    </article>
  );
}
