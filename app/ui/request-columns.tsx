import { Link } from "@remix-run/react";
import { withListAddress } from "~/models/staff-list";
import { Icon } from "./icon";
import { orNotGiven } from "./request-facts";

interface Received {
  createdAt: string;
  sentAt: string;
}

export const receivedColumn = {
  label: "Received",
  cell: ({ createdAt, sentAt }: Received) => (
    <time className="request-when" dateTime={createdAt}>
      {sentAt}
    </time>
  ),
};

type VehicleInfo = Partial<Record<"year" | "make" | "model" | "vin", string | undefined>>;

export const vehicleColumn = {
  label: "Vehicle",
  // A part request's VIN is its own, a repair request's its vehicle's; it alone names a vehicle too.
  cell: ({ vin, vehicleInfo }: { vin?: string; vehicleInfo: VehicleInfo }) =>
    orNotGiven(namesOf(vehicleInfo) || vin || vehicleInfo.vin),
};

/** The way to a request's printed page, which leads back to the list as it is. */
export function SheetLink({
  request,
  path,
  listAddress,
}: {
  request: { _id: string; reference: string };
  path: string;
  listAddress: string;
}) {
  return (
    <span className="record-table__buttons">
      <Link className="record-table__action" to={withListAddress(`${path}/${request._id}`, listAddress)}>
        <Icon name="printer" size={20} />
        <span className="record-table__word">Print</span>
        <span className="visually-hidden"> {request.reference}</span>
      </Link>
    </span>
  );
}

function namesOf({ year, make, model }: VehicleInfo): string {
  return [year, make, model].filter(Boolean).join(" ");
}
