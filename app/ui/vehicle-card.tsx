import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { VehiclePicture } from "./vehicle-picture";

export interface VehicleCardProps {
  /** `2014 BMW X5` */
  name: string;
  trim: string | undefined;
  imageUrl: string | undefined;
  stockNumber: string;
  /** Short facts; one that is not known is left out. */
  facts: readonly (string | undefined)[];
  badge?: { label: string; tone: "green" | "yellow" | "red" } | undefined;
  /** The vehicle's page, where it has one; `state` travels with the link. */
  page?: { to: string; state?: unknown };
  price?: ReactNode;
  actions?: ReactNode;
  /** Its place in the list, from 0. */
  position: number;
}

/** Cards that are in sight before anything is scrolled, on the widest screen. */
const FIRST_ROW = 4;
/** As wide as the grid of cards makes them: one column, two, then three or four. */
const CARD_SIZES = "(min-width: 1024px) 20rem, (min-width: 700px) 46vw, 94vw";

/** A vehicle in a list. */
export function VehicleCard(props: VehicleCardProps) {
  const { name, trim, imageUrl, stockNumber, facts, badge, page, price, actions, position } = props;
  const priority = position === 0 ? "first" : position < FIRST_ROW ? "soon" : "lazy";
  return (
    <article className="vehicle-card">
      <div className="vehicle-card__picture">
        <VehiclePicture
          imageUrl={imageUrl}
          name={trim ? `${name} ${trim}` : name}
          sizes={CARD_SIZES}
          priority={priority}
        />
        {badge ? <span className={`badge badge--${badge.tone}`}>{badge.label}</span> : null}
      </div>
      <div className="vehicle-card__body">
        <div>
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
          Stock # <span className="plate">{stockNumber}</span>
        </p>
        {price ? <p className="vehicle-card__price">{price}</p> : null}
        {actions ? <div className="vehicle-card__actions">{actions}</div> : null}
      </div>
    </article>
  );
}
