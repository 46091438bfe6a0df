import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Plate } from "./chip";
import { VehiclePicture } from "./vehicle-picture";

export interface VehicleCardProps {
  /** `2014 BMW X5` */
  name: string;
  trim: string | undefined;
  imageUrl: string | undefined;
  stockNumber: string;
  /** Short facts; one that is not known is left out. */
  facts: readonly (string | undefined)[];
  /** Where it stands, where that is worth a word. */
  badge?: ReactNode;
  /** The vehicle's page, where it has one; `state` travels with the link. */
  page?: { to: string; state?: unknown };
  price?: ReactNode;
  actions?: ReactNode;
  /** Its place in the list, from 0. */
  position: number;
}

/** A row's small picture on a phone, then as wide as the grid of cards makes it: two columns, three or four. */
const CARD_SIZES = "(min-width: 1024px) 20rem, (min-width: 768px) 46vw, min(8.5rem, 40vw)";

/** A vehicle in a list: a row on a phone, a card on a wider screen. */
export function VehicleCard(props: VehicleCardProps) {
  const { name, trim, imageUrl, stockNumber, facts, badge, page, price, actions, position } = props;
  return (
    <article className="vehicle-card">
      <div className="vehicle-card__picture">
        <VehiclePicture
          imageUrl={imageUrl}
          name={trim ? `${name} ${trim}` : name}
          sizes={CARD_SIZES}
          priority={position === 0 ? "first" : "lazy"}
        />
      </div>
      {badge ? <p className="vehicle-card__badge">{badge}</p> : null}
      <div className="vehicle-card__words">
        <h3 className="vehicle-card__title">
          {page ? (
            <Link to={page.to} state={page.state}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {trim ? <p className="vehicle-card__trim">{trim}</p> : null}
      </div>
      <ul className="vehicle-card__facts">
        {facts.map((fact) => (fact ? <li key={fact}>{fact}</li> : null))}
      </ul>
      <p className="vehicle-card__stock">
        Stock # <Plate>{stockNumber}</Plate>
      </p>
      {price ? <p className="vehicle-card__price">{price}</p> : null}
      {actions ? <div className="vehicle-card__actions">{actions}</div> : null}
    </article>
  );
}
