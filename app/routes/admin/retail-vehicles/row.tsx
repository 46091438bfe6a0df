import { formatCount, formatDay, formatMoment, formatPrice } from "~/models/format";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_TRANSMISSION_LABELS,
  type RetailVehicle,
} from "~/models/retail-vehicle";
import { useBusiness } from "~/ui/business";
import { RecordText } from "~/ui/record-facts";
import type { Column } from "~/ui/record-table";
import { RetailStatusBadge } from "~/ui/vehicle-chips";
import { VEHICLE_COLUMNS, VehicleRowDetails } from "../vehicle-row";

/** As the dismantled ones, and what a buyer asks first. */
export const RETAIL_COLUMNS: readonly Column<RetailVehicle>[] = [
  ...VEHICLE_COLUMNS,
  {
    label: "Mileage",
    is: "figure",
    cell: ({ mileage }) => (mileage === undefined ? undefined : formatCount(mileage)),
  },
  {
    label: "Price",
    is: "figure",
    title: true,
    cell: ({ price }) => (price === undefined ? undefined : formatPrice(price)),
  },
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <RetailStatusBadge status={status} />,
  },
];

/** Everything that has no column. */
export function RetailDetails({ vehicle }: { vehicle: RetailVehicle }) {
  const { timeZone } = useBusiness();
  const { transmission, driveType, fuelType, condition, features } = vehicle;
  return (
    <VehicleRowDetails
      vehicle={vehicle}
      facts={[
        ["Trim", vehicle.trim],
        ["Condition", condition && CONDITION_LABELS[condition]],
        ["Date acquired", formatDay(vehicle.dateAcquired)],
        ["Exterior color", vehicle.exteriorColor],
        ["Interior color", vehicle.interiorColor],
        ["Transmission", transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
        ["Engine", vehicle.engineType],
        ["Drive type", driveType && RETAIL_DRIVE_TYPE_LABELS[driveType]],
        ["Fuel", fuelType && FUEL_TYPE_LABELS[fuelType]],
        ["Added", formatMoment(vehicle.createdAt, timeZone)],
        ["ID", vehicle._id],
      ]}
      publicPage={{ to: `/inventory/${vehicle._id}`, label: "Public page" }}
    >
      <RecordText title="Features" text={features.join("\n")} />
      <RecordText title="Description" text={vehicle.description} />
      <RecordText title="Notes" text={vehicle.notes} />
    </VehicleRowDetails>
  );
}
