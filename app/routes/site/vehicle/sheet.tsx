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
import { Icon, type IconName } from "~/ui/icon";
import { VehiclePicture } from "~/ui/vehicle-picture";
import { VehicleActions } from "./actions";

/** Half of a wide page, the whole width of a narrow one. */
const PICTURE_SIZES = "(min-width: 1024px) 42rem, 94vw";

/** Everything the public may know of a vehicle; what is not known is left out. Prints as a window sticker. */
export function VehicleSheet({ vehicle }: { vehicle: PublicRetailVehicle }) {
  const { trim, status, price, features, description } = vehicle;
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
        <p className="cluster vehicle__stock">
          <span>
            Stock # <span className="plate">{vehicle.stockNumber}</span>
          </span>
          <span className="vehicle__added">Added {formatDay(vehicle.dateAcquired)}</span>
        </p>
        <AtAGlance vehicle={vehicle} />
        <VehicleActions vehicle={vehicle} />
      </div>

      <div className="vehicle__parts">
        <Part title="Overview" facts={overviewOf(vehicle)} />
        <Part title="Specifications" facts={specificationsOf(vehicle)} />
        {features.length > 0 ? (
          <section className="card" aria-labelledby="features">
            <h2 className="sign" id="features">
              Features
            </h2>
            <ul className="vehicle__features">
              {[...new Set(features)].map((feature) => (
                <li key={feature}>
                  <Icon name="check" size={20} /> <span>{feature}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {description ? (
          <section className="card" aria-labelledby="description">
            <h2 className="sign" id="description">
              Description
            </h2>
            <p className="vehicle__description">{description}</p>
          </section>
        ) : null}
      </div>
    </article>
  );
}

/** What is asked first, each with its sign; the same facts stand in full below. */
function AtAGlance({ vehicle }: { vehicle: PublicRetailVehicle }) {
  const { mileage, transmission, driveType, fuelType } = vehicle;
  const glances: readonly (readonly [icon: IconName, words: string | undefined])[] = [
    ["gauge", mileage === undefined ? undefined : formatMileage(mileage)],
    ["gears", transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
    ["wheel", driveType?.toUpperCase()],
    ["fuel", fuelType && FUEL_TYPE_LABELS[fuelType]],
  ];
  const known = glances.filter(([, words]) => words !== undefined);
  if (known.length === 0) return null;
  return (
    <ul className="vehicle__glance">
      {known.map(([icon, words]) => (
        <li key={icon}>
          <Icon name={icon} /> {words}
        </li>
      ))}
    </ul>
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
  ];
}

function specificationsOf(vehicle: PublicRetailVehicle): Fact[] {
  const { transmission, driveType, fuelType } = vehicle;
  return [
    ["Engine", vehicle.engineType],
    ["Transmission", transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
    ["Drive type", driveType && RETAIL_DRIVE_TYPE_LABELS[driveType]],
    ["Fuel", fuelType && FUEL_TYPE_LABELS[fuelType]],
    ["Exterior color", vehicle.exteriorColor],
    ["Interior color", vehicle.interiorColor],
    ["VIN", vehicle.vin],
  ];
}

function Part({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  const id = title.toLowerCase();
  if (known.length === 0) return null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="sign" id={id}>
        {title}
      </h2>
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
