import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, useLoaderData, useRouteError } from "@remix-run/react";
import { forwardToCanonical } from "~/http/canonical-path.server";
import { STATIC } from "~/http/page-handle";
import { findOnShelf } from "~/parts/donor-parts.server";
import { FIND_PAGE, findUrl } from "~/parts/finder";
import { partTitle } from "~/parts/part";
import { findPartsOfDonor } from "~/parts/public-part.server";
import { donorCardImage } from "~/seo/card-facts.server";
import { fullVehicleName } from "~/seo/description";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { inTown, publicPage } from "~/site/layout/public-page";
import { itemListJsonLd } from "~/site/lists/list-page";
import { PartCard } from "~/site/parts/part-card";
import { VEHICLE_FAILURE_TITLE, VehicleFailure } from "~/site/vehicles/failure";
import { GALLERY_SIZES, Gallery } from "~/site/vehicles/gallery";
import { Badge, Plate } from "~/ui/layout/chip";
import { type Fact, Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { failureTitle } from "~/ui/layout/page-title";
import { formatCount, formatDay, formatMileage, formatPrice } from "~/values/format";
import { isValidId } from "~/values/id";
import { idInSegment } from "~/values/record-path";
import { DISMANTLED_STATUS_TONES } from "~/vehicles/dismantled";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { donorPath, vehicleName } from "~/vehicles/inventory";
import { INVALID_VEHICLE_ID, VEHICLE_NOT_FOUND } from "~/vehicles/messages";

export const handle = STATIC;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  if (!loaded) return failureTitle(VEHICLE_FAILURE_TITLE, matches);
  const { vehicle } = loaded;
  const { mileage } = vehicle;
  const name = fullVehicleName(vehicle);
  const miles = mileage === undefined ? "" : `, with ${formatMileage(mileage)}`;
  const path = donorPath(vehicle);
  return publicPage(matches, (site) => ({
    path,
    title: [name, " for Parts", inTown(site.business)],
    description: `Used parts from a ${name}, stock # ${vehicle.stockNumber}${miles}. At ${site.business.name} in ${site.business.address.city}, ${site.business.address.state}.`,
    picture: loaded.picture,
    jsonLd: [
      breadcrumbJsonLd(site, [
        { name: "Home", path: "/" },
        { name: "Shop Recycled Parts", path: "/parts" },
        { name, path },
      ]),
      itemListJsonLd(
        site,
        loaded.parts.map((part) => ({ name: partTitle(part), path: part.path })),
      ),
    ],
  }));
};

/** The photos and facts of one dismantled vehicle, unless it is scrapped. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idInSegment(params.id);
  if (!isValidId(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicDismantledVehicle(id);
  if (!vehicle) throw data(VEHICLE_NOT_FOUND, { status: 404 });
  forwardToCanonical({ request, context }, donorPath(vehicle));
  const [parts, shelves] = await Promise.all([findPartsOfDonor(id), findOnShelf([id])]);
  return { vehicle, picture: donorCardImage(vehicle), parts, onShelf: shelves.get(id) };
}

export default function DismantledVehiclePage() {
  const { vehicle, parts, onShelf } = useLoaderData<typeof loader>();
  const { trim, status } = vehicle;
  const facts = factsOf(vehicle).filter(([, value]) => value !== undefined);
  const shelfTitle = onShelf && `${formatCount(onShelf.count)} ${onShelf.count === 1 ? "Part" : "Parts"}`;
  return (
    <div className="page">
      <back-to-list>
        <nav className="tap-links screen-only small below-5 breadcrumb" aria-label="Back">
          <a href="/parts">
            <Icon name="arrow-left" size={20} />
            Back to Parts
          </a>
        </nav>
      </back-to-list>
      <article className="grid gap-6 vehicle">
        <div className="grid lines gap-2 vehicle__name">
          <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>
          <h1>
            {vehicleName(vehicle)}
            {trim ? <span className="muted block x-large bold"> {trim}</span> : null}
          </h1>
        </div>
        <div className="vehicle__gallery">
          <Gallery images={vehicle.images} name={fullVehicleName(vehicle)} sizes={GALLERY_SIZES} />
        </div>
        <div className="grid lines vehicle__head">
          <p className="cluster vehicle__stock">
            <span>
              Stock # <Plate>{vehicle.stockNumber}</Plate>
            </span>
            <span className="muted own-line">Added {formatDay(vehicle.dateAcquired)}</span>
          </p>
          <div className="cluster screen-only vehicle__actions">
            {onShelf ? (
              <a className="button" href="#from-this-car">
                See {shelfTitle}
                {onShelf.lowestPrice === undefined ? null : ` from ${formatPrice(onShelf.lowestPrice)}`}
              </a>
            ) : null}{" "}
            <a
              className={onShelf ? "button button--secondary" : "button"}
              href={`/partsrequest?vehicle=${vehicle._id}`}
            >
              Request a Part
            </a>{" "}
            <a className="button button--secondary" href={FIND_PAGE}>
              Find a Part
            </a>
          </div>
          <Facts facts={facts} />
        </div>
      </article>
      {onShelf ? (
        <section className="section" aria-labelledby="from-this-car">
          <div className="section__head">
            <h2 id="from-this-car">{shelfTitle} from This Car</h2>
            <p className="lead">On the shelf today. For any other part, ask us to pull it.</p>
          </div>
          <ul className="cards">
            {parts.map((part) => (
              <li key={part._id}>
                <PartCard part={part} position={1} />
              </li>
            ))}
          </ul>
          {onShelf.count > parts.length ? (
            <p className="above-5 newest__more">
              <a
                href={findUrl({ year: vehicle.year, make: vehicle.make, model: vehicle.model })}
                className="icon-line"
              >
                All parts for a {vehicleName(vehicle)}
              </a>
            </p>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}

function factsOf(vehicle: PublicDismantledVehicle): Fact[] {
  const { mileage } = vehicle;
  return [
    ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
    ["Engine", vehicle.engineType],
    ["Transmission", vehicle.transmission],
    ["Drive type", vehicle.driveType],
    ["Exterior color", vehicle.exteriorColor],
    ["Interior color", vehicle.interiorColor],
    ["VIN", vehicle.vin || undefined],
  ];
}

export function ErrorBoundary() {
  return <VehicleFailure error={useRouteError()} back={{ to: "/parts", label: "Return to Parts" }} />;
}
