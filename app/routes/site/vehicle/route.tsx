import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { STATIC } from "~/http/page-handle";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import { breadcrumbJsonLd } from "~/seo/json-ld";
import { shareImage } from "~/seo/share-image";
import { vehicleJsonLd, vehiclePath } from "~/seo/vehicle-json-ld";
import { Icon } from "~/ui/layout/icon";
import { failureTitle } from "~/ui/layout/page-title";
import { publicPage } from "~/ui/layout/public-page";
import { isValidId } from "~/values/id";
import { imageAlt } from "~/vehicles/images";
import { INVALID_VEHICLE_ID, VEHICLE_DETAILS_FAILED, VEHICLE_NOT_FOUND } from "~/vehicles/messages";
import { wasRemoved } from "~/vehicles/removed.server";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-schema";
import { VehicleDetail } from "./detail";
import { findRelated, type RelatedVehicle } from "./related.server";
import { VEHICLE_REMOVED, VehicleRemoved } from "./removed";
import { SimilarVehicles } from "./similar";

const ERROR_TITLE = "Error loading vehicle";

interface VehicleData extends RelatedVehicle {
  vehicle: PublicRetailVehicle;
}

export const handle = STATIC;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error, matches }) => {
  if (!loaded) return failureTitle(isRemoved(error) ? VEHICLE_REMOVED : ERROR_TITLE, matches);
  const { vehicle } = loaded;
  const name = fullVehicleName(vehicle);
  const path = vehiclePath(vehicle);
  const trail = [
    { name: "Home", path: "/" },
    { name: "Pre-Owned Vehicles", path: "/inventory" },
    { name, path },
  ];
  return publicPage(matches, (site) => ({
    path,
    title: name,
    description: vehicleDescription(vehicle, site.business),
    picture: shareImage(vehicle.imageUrl, imageAlt(name, vehicle.images, 0)),
    jsonLd: [vehicleJsonLd(vehicle, site), breadcrumbJsonLd(site, trail)],
  }));
};

/** One vehicle; a sold one keeps its page (decisions, section 3). */
export async function loader({ params: { id } }: LoaderFunctionArgs): Promise<VehicleData> {
  if (!isValidId(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicRetailVehicle(id);
  if (!vehicle) {
    throw (await wasRemoved(id))
      ? data(VEHICLE_REMOVED, { status: 410 })
      : data(VEHICLE_NOT_FOUND, { status: 404 });
  }
  return { vehicle, ...(await findRelated(vehicle)) };
}

export default function Vehicle() {
  const { vehicle, publicPage, similar } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <back-to-list>
        <nav className="breadcrumb" aria-label="Back">
          <a href="/inventory">
            <Icon name="arrow-left" size={20} />
            Back to Inventory
          </a>
        </nav>
      </back-to-list>
      <VehicleDetail vehicle={vehicle} publicPage={publicPage} similar={similar} />
      {vehicle.make && similar?.total ? (
        <SimilarVehicles make={vehicle.make} vehicles={similar.vehicles} />
      ) : null}
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRemoved(error)) return <VehicleRemoved />;
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <div className="page notice-page">
      <h1>{ERROR_TITLE}</h1>
      <p>{message || VEHICLE_DETAILS_FAILED}</p>
      <p>
        <a className="button" href="/inventory">
          Return to Inventory
        </a>
      </p>
    </div>
  );
}

function isRemoved(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410;
}
