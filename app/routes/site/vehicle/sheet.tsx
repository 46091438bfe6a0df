import type { ReactNode } from "react";
import { formatDay, formatMileage } from "~/models/format";
import { wholeVehicleName } from "~/models/page-description";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  type PublicRetailVehicle,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_TRANSMISSION_LABELS,
} from "~/models/retail-vehicle";
import { vehiclePath } from "~/models/structured-vehicle";
import { vehicleName } from "~/models/vehicle";
import { Plate } from "~/ui/chip";
import { type Fact, Facts } from "~/ui/facts";
import { Icon, type IconName } from "~/ui/icon";
import { SignCard } from "~/ui/sign-card";
import { Price, publicStatusBadge } from "~/ui/vehicle-chips";
import { VehiclePicture } from "~/ui/vehicle-picture";
import { VehicleActions } from "./actions";
import type { BesideVehicle } from "./beside.server";
import { ShareVehicle } from "./share";
import { FEATURES_ON_PAPER, paperClasses, StickerFoot, StickerHead } from "./sticker";

/** Half of a wide page, the whole width of a narrow one. */
const PICTURE_SIZES = "(min-width: 1024px) 42rem, 92vw";

interface VehicleSheetProps extends BesideVehicle {
  vehicle: PublicRetailVehicle;
}

/** Everything the public may know of a vehicle; what is not known is left out. Prints as a window sticker. */
export function VehicleSheet({ vehicle, outside, alike }: VehicleSheetProps) {
  const { trim, status, price, description } = vehicle;
  const features = [...new Set(vehicle.features)];
  const name = vehicleName(vehicle);
  return (
    <article className={`vehicle ${paperClasses(vehicle)}`}>
      <StickerHead />
      <div className="vehicle__picture">
        <VehiclePicture
          imageUrl={vehicle.imageUrl}
          name={[wholeVehicleName(vehicle), vehicle.exteriorColor].filter(Boolean).join(" ")}
          sizes={PICTURE_SIZES}
          priority="first"
        />
      </div>
      <div className="vehicle__head">
        {publicStatusBadge(status)}
        <h1>
          {name}
          {trim ? <span className="vehicle__trim"> {trim}</span> : null}
        </h1>
        <p className="vehicle__price">
          <Price price={price} />
        </p>
        <p className="cluster vehicle__stock">
          <span>
            Stock # <Plate>{vehicle.stockNumber}</Plate>
          </span>
          <span className="vehicle__added">Added {formatDay(vehicle.dateAcquired)}</span>
        </p>
        <AtAGlance vehicle={vehicle} />
        <VehicleActions vehicle={vehicle} alike={alike} />
        <ShareVehicle
          name={wholeVehicleName(vehicle)}
          path={vehiclePath(vehicle)}
          address={outside?.address}
        />
      </div>

      <div className="vehicle__parts">
        <FactsPart title="Overview" facts={overviewOf(vehicle)} />
        <FactsPart title="Specifications" facts={specificationsOf(vehicle)} />
        {features.length > 0 ? (
          <Part title="Features">
            <ul className="vehicle__features">
              {features.map((feature, position) => (
                <li key={feature} className={position < FEATURES_ON_PAPER ? undefined : "vehicle__beyond"}>
                  <Icon name="check" size={20} /> <span>{feature}</span>
                </li>
              ))}
            </ul>
            {features.length > FEATURES_ON_PAPER ? (
              <p className="vehicle__more" hidden>
                and {features.length - FEATURES_ON_PAPER} more on this vehicle's page
              </p>
            ) : null}
          </Part>
        ) : null}
        {description ? (
          <Part title="Description">
            <p className="vehicle__description">{description}</p>
          </Part>
        ) : null}
      </div>
      <StickerFoot vehicle={vehicle} outside={outside} />
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

/** Facts that a sticker has in large letters already. */
const PRINTED_ELSEWHERE: readonly string[] = ["Year", "Make", "Model", "Trim", "VIN"];

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

function FactsPart({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <Part title={title}>
      <Facts
        facts={known}
        rowClass={(label) => (PRINTED_ELSEWHERE.includes(label) ? "vehicle__fact--large" : undefined)}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase();
  return (
    <SignCard className={`vehicle__part--${id}`} title={title} titleId={id}>
      {children}
    </SignCard>
  );
}
