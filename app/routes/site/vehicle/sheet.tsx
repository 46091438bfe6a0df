import type { ReactNode } from "react";
import { formatDay, formatMileage, formatPrice } from "~/models/format";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  type PublicRetailVehicle,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_STATUS_LABELS,
  RETAIL_STATUS_TONES,
  RETAIL_TRANSMISSION_LABELS,
} from "~/models/retail-vehicle";
import { vehicleName } from "~/models/vehicle";
import { Icon } from "~/ui/icon";
import { VehiclePicture } from "~/ui/vehicle-picture";
import { VehicleActions } from "./actions";

/** Half of a wide page, the whole width of a narrow one. */
const PICTURE_SIZES = "(min-width: 1024px) 42rem, 94vw";

/** Everything the public may know of a vehicle; what is not known is left out. Prints as a window sticker. */
export function VehicleSheet({ vehicle }: { vehicle: PublicRetailVehicle }) {
  const { trim, status, price, mileage, features, description } = vehicle;
  const name = vehicleName(vehicle);
  return (
    <article className="vehicle vehicle-sticker">
      <div className="vehicle__picture">
        <VehiclePicture
          imageUrl={vehicle.imageUrl}
          name={[name, trim, vehicle.exteriorColor].filter(Boolean).join(" ")}
          sizes={PICTURE_SIZES}
          priority="first"
        />
      </div>
      <div className="vehicle__head">
        {status === "available" ? null : (
          <p className={`badge badge--${RETAIL_STATUS_TONES[status]}`}>{RETAIL_STATUS_LABELS[status]}</p>
        )}
        <h1>
          {name}
          {trim ? <span className="vehicle__trim"> {trim}</span> : null}
        </h1>
        <p className="vehicle__price">
          {price === undefined ? (
            <strong>Call for price</strong>
          ) : (
            <span className="plate plate--price">{formatPrice(price)}</span>
          )}
        </p>
        <p className="cluster">
          <span>
            Stock # <span className="plate">{vehicle.stockNumber}</span>
          </span>
          {mileage === undefined ? null : <span>{formatMileage(mileage)}</span>}
        </p>
        <VehicleActions vehicle={vehicle} />
      </div>

      <Part title="Overview" facts={overviewOf(vehicle)} />
      <Part title="Specifications" facts={specificationsOf(vehicle)} />
      {features.length > 0 ? (
        <section className="stack" aria-labelledby="features">
          <h2 id="features">Features</h2>
          <ul className="vehicle__features">
            {[...new Set(features)].map((feature) => (
              <li key={feature}>
                <Icon name="check" size={20} /> {feature}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {description ? (
        <section className="stack" aria-labelledby="description">
          <h2 id="description">Description</h2>
          <p className="vehicle__description">{description}</p>
        </section>
      ) : null}
      <p className="vehicle__added">Added {formatDay(vehicle.dateAcquired)}</p>
    </article>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function overviewOf(vehicle: PublicRetailVehicle): Fact[] {
  const { mileage, condition } = vehicle;
  return [
    ["Year", vehicle.year],
    ["Make", vehicle.make],
    ["Model", vehicle.model],
    ["Trim", vehicle.trim],
    ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
    ["Condition", condition && CONDITION_LABELS[condition]],
    ["Exterior color", vehicle.exteriorColor],
    ["Interior color", vehicle.interiorColor],
  ];
}

function specificationsOf(vehicle: PublicRetailVehicle): Fact[] {
  const { transmission, driveType, fuelType } = vehicle;
  return [
    ["Engine", vehicle.engineType],
    ["Transmission", transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
    ["Drive type", driveType && RETAIL_DRIVE_TYPE_LABELS[driveType]],
    ["Fuel", fuelType && FUEL_TYPE_LABELS[fuelType]],
    ["VIN", vehicle.vin],
  ];
}

function Part({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  const id = title.toLowerCase();
  if (known.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="facts">
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
