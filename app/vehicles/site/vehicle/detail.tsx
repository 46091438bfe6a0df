import type { ReactNode } from "react";
import type { InquiryAbout } from "~/requests/inquiry";
import { fullVehicleName } from "~/seo/description";
import { ShareLinks } from "~/site/layout/share-links";
import { Price, publicStatusBadge } from "~/site/vehicles/chips";
import { GALLERY_SIZES, Gallery } from "~/site/vehicles/gallery";
import { Plate } from "~/ui/layout/chip";
import { type Fact, Facts } from "~/ui/layout/facts";
import { Icon, type IconName } from "~/ui/layout/icon";
import { PrintButton } from "~/ui/layout/print-button";
import { formatDay, formatMileage } from "~/values/format";
import { vehicleName } from "~/vehicles/inventory";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_TRANSMISSION_LABELS,
} from "~/vehicles/retail";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { VehicleActions } from "./actions";
import { VehicleInquiry } from "./inquiry";
import type { RelatedVehicle } from "./related.server";
import { MAX_PRINTED_FEATURES, printClasses, StickerFoot, StickerHead } from "./sticker";

interface VehicleDetailProps extends RelatedVehicle {
  vehicle: PublicRetailVehicle;
  /** The choice of the inquiry form. */
  about: InquiryAbout;
}

/** All public facts about a vehicle, without those that are unknown. Prints as a window sticker. */
export function VehicleDetail({ vehicle, publicPage, similar, about }: VehicleDetailProps) {
  const { trim, status, price, description } = vehicle;
  const features = [...new Set(vehicle.features)];
  const name = vehicleName(vehicle);
  return (
    <article className={`grid gap-6 vehicle ${printClasses(vehicle)}`}>
      <StickerHead />
      <div className="grid lines gap-2 vehicle__name">
        {publicStatusBadge(status)}
        <h1>
          {name}
          {trim ? <span className="muted block x-large bold vehicle__trim"> {trim}</span> : null}
        </h1>
      </div>
      <div className="vehicle__gallery">
        <Gallery
          images={vehicle.images}
          name={[fullVehicleName(vehicle), vehicle.exteriorColor].filter(Boolean).join(" ")}
          sizes={GALLERY_SIZES}
        />
      </div>
      <div className="gap-6 vehicle__side">
        <div className="grid lines vehicle__head">
          {status === "sold" ? null : (
            <p className="vehicle__price">
              <Price price={price} />
            </p>
          )}
          <p className="cluster vehicle__stock">
            <span>
              Stock # <Plate>{vehicle.stockNumber}</Plate>
            </span>
            <span className="muted own-line">Added {formatDay(vehicle.dateAcquired)}</span>
          </p>
          <AtAGlance vehicle={vehicle} />
          <VehicleActions vehicle={vehicle} similar={similar} />
          <ShareLinks name={fullVehicleName(vehicle)} url={publicPage?.url}>
            <PrintButton className="button button--quiet button--small">Print Window Sticker</PrintButton>
          </ShareLinks>
        </div>
        <VehicleInquiry vehicle={vehicle} about={about} />
      </div>

      <div className="grid halves gap-6 vehicle__sections">
        {description ? (
          <Section title="Description">
            <p className="typed">{description}</p>
          </Section>
        ) : null}
        <FactsSection title="Overview" facts={overviewOf(vehicle)} />
        <FactsSection title="Specifications" facts={specificationsOf(vehicle)} />
        {features.length > 0 ? (
          <Section title="Features">
            <ul className="gap-x-8 vehicle__features">
              {features.map((feature, position) => (
                <li
                  key={feature}
                  className={position < MAX_PRINTED_FEATURES ? undefined : "vehicle__feature--not-printed"}
                >
                  <Icon name="check" size={20} /> <span>{feature}</span>
                </li>
              ))}
            </ul>
            {features.length > MAX_PRINTED_FEATURES ? (
              <p className="vehicle__more" hidden>
                and {features.length - MAX_PRINTED_FEATURES} more on this vehicle's page
              </p>
            ) : null}
          </Section>
        ) : null}
      </div>
      <StickerFoot vehicle={vehicle} publicPage={publicPage} />
    </article>
  );
}

/** The key facts with icons; all of them are repeated below. */
function AtAGlance({ vehicle }: { vehicle: PublicRetailVehicle }) {
  const { mileage, transmission, driveType, fuelType } = vehicle;
  const facts: readonly (readonly [icon: IconName, text: string | undefined])[] = [
    ["gauge", mileage === undefined ? undefined : formatMileage(mileage)],
    ["gears", transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
    ["wheel", driveType?.toUpperCase()],
    ["fuel", fuelType && FUEL_TYPE_LABELS[fuelType]],
  ];
  const known = facts.filter(([, text]) => text !== undefined);
  if (known.length === 0) return null;
  return (
    <ul className="grid gap-3 gap-x-5 columns vehicle__glance">
      {known.map(([icon, text]) => (
        <li key={icon} className="row gap-3">
          <Icon name={icon} /> {text}
        </li>
      ))}
    </ul>
  );
}

/** Facts that the sticker prints in large type elsewhere. */
const PRINTED_LARGE: readonly string[] = ["Year", "Make", "Model", "Trim", "VIN"];

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
    ["VIN", vehicle.vin || undefined],
  ];
}

function FactsSection({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <Section title={title}>
      <Facts
        facts={known}
        rowClass={(label) => (PRINTED_LARGE.includes(label) ? "vehicle__fact--large" : undefined)}
      />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase();
  return (
    <section className={`card vehicle__section--${id}`} aria-labelledby={id}>
      <h2 className="card__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
