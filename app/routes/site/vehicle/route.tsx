import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  data,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { getRetailVehicle } from "~/api-client/client";
import { INVALID_VEHICLE_ID, VEHICLE_DETAILS_FAILED, VEHICLE_NOT_FOUND } from "~/api-client/sentences";
import { isGone } from "~/models/gone-vehicle.server";
import { isIdShaped } from "~/models/id";
import { vehicleDescription, wholeVehicleName } from "~/models/page-description";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { findPublicRetailVehicle } from "~/models/retail-vehicle.server";
import { sharedPicture } from "~/models/shared-picture";
import { breadcrumbThing } from "~/models/structured-data";
import { vehiclePath, vehicleThing } from "~/models/structured-vehicle";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { failureTitle } from "~/ui/page-title";
import { publicPage } from "~/ui/public-page";
import { AlikeVehicles } from "./alike";
import { BackToInventory } from "./back-to-inventory";
import { type BesideVehicle, findBeside } from "./beside.server";
import { VEHICLE_GONE, VehicleGone } from "./gone";
import { VehicleSheet } from "./sheet";

interface VehicleData extends BesideVehicle {
  vehicle: PublicRetailVehicle;
}

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction<typeof loader> = ({ data: found, error, matches }) => {
  if (!found) return failureTitle(isGoneAnswer(error) ? VEHICLE_GONE : ERROR_TITLE, matches);
  const { vehicle } = found;
  const name = wholeVehicleName(vehicle);
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
    picture: sharedPicture(vehicle.imageUrl, name),
    things: [vehicleThing(vehicle, site), breadcrumbThing(site, trail)],
  }));
};

/** One vehicle; a sold one keeps its page (decisions, section 3). */
export async function loader({ params: { id } }: LoaderFunctionArgs): Promise<VehicleData> {
  if (!isIdShaped(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicRetailVehicle(id);
  if (!vehicle) {
    throw (await isGone(id))
      ? data(VEHICLE_GONE, { status: GONE })
      : data(VEHICLE_NOT_FOUND, { status: 404 });
  }
  return { vehicle, ...(await findBeside(vehicle)) };
}

export async function clientLoader({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    const [vehicle, beside] = await Promise.all([
      getRetailVehicle(params.id, { signal: request.signal }),
      // The page is worth showing without what only the server knows.
      serverLoader<typeof loader>().catch(() => ({})),
    ]);
    return { ...beside, vehicle };
  } catch (error) {
    // Thrown as an answer, so that the boundary tells its sentence from a failure of the page itself.
    throw data(error instanceof Error ? error.message : VEHICLE_DETAILS_FAILED, { status: 500 });
  }
}

export default function Vehicle() {
  const { vehicle, outside, alike } = useLoaderData() as VehicleData;
  return (
    <div className="page">
      <BackToInventory />
      <VehicleSheet vehicle={vehicle} outside={outside} alike={alike} />
      {vehicle.make && alike?.total ? <AlikeVehicles make={vehicle.make} vehicles={alike.vehicles} /> : null}
    </div>
  );
}

const ERROR_TITLE = "Error loading vehicle";
const GONE = 410;

function isGoneAnswer(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === GONE;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isGoneAnswer(error)) return <VehicleGone />;
  const said = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <div className="page notice-page">
      <h1>{ERROR_TITLE}</h1>
      <p>{said || VEHICLE_DETAILS_FAILED}</p>
      <p>
        <Link className="button" to="/inventory">
          Return to Inventory
        </Link>
      </p>
    </div>
  );
}
