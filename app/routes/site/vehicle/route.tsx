import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  data,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import {
  getRetailVehicle,
  INVALID_VEHICLE_ID,
  VEHICLE_DETAILS_FAILED,
  VEHICLE_NOT_FOUND,
} from "~/api-client";
import { formatPrice } from "~/models/format";
import { isIdShaped } from "~/models/id";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { findPublicRetailVehicle } from "~/models/retail-vehicle.server";
import { vehicleName } from "~/models/vehicle";
import { pageTitle } from "~/ui/page-title";
import { BackToInventory } from "./back-to-inventory";
import { VehicleSheet } from "./sheet";

interface VehicleData {
  vehicle: PublicRetailVehicle;
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  if (!found) return pageTitle(ERROR_TITLE, matches);
  const { price, trim } = found.vehicle;
  const name = [vehicleName(found.vehicle), trim].filter(Boolean).join(" ");
  return pageTitle(name, matches, price === undefined ? name : `${name} for ${formatPrice(price)}`);
};

/** One vehicle; a sold one keeps its page (decisions, section 3). */
export async function loader({ params: { id } }: LoaderFunctionArgs): Promise<VehicleData> {
  if (!isIdShaped(id)) throw data(INVALID_VEHICLE_ID, { status: 400 });
  const vehicle = await findPublicRetailVehicle(id);
  if (!vehicle) throw data(VEHICLE_NOT_FOUND, { status: 404 });
  return { vehicle };
}

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs): Promise<VehicleData> {
  try {
    return { vehicle: await getRetailVehicle(params.id, { signal: request.signal }) };
  } catch (error) {
    // Thrown as an answer, so that the boundary tells its sentence from a failure of the page itself.
    throw data(error instanceof Error ? error.message : VEHICLE_DETAILS_FAILED, { status: 500 });
  }
}

export default function Vehicle() {
  const { vehicle } = useLoaderData() as VehicleData;
  return (
    <div className="page">
      <BackToInventory />
      <VehicleSheet vehicle={vehicle} />
    </div>
  );
}

const ERROR_TITLE = "Error loading vehicle";

export function ErrorBoundary() {
  const error = useRouteError();
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
