import {
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_STATUS_TONES,
  type DismantledVehicle,
  PUBLIC_DISMANTLED_STATUSES,
} from "~/models/dismantled-vehicle";
import { formatDay, formatMileage, formatMoment } from "~/models/format";
import { useBusiness } from "~/ui/business";
import { Badge } from "~/ui/chip";
import { RecordText } from "~/ui/record-facts";
import type { Column } from "~/ui/record-table";
import { VEHICLE_COLUMNS, VehicleRowDetails } from "../vehicle-row";

/** The columns of the specification's section 2. */
export const DISMANTLED_COLUMNS: readonly Column<DismantledVehicle>[] = [
  ...VEHICLE_COLUMNS,
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>,
  },
];

/** Everything that has no column. */
export function DismantledDetails({ vehicle }: { vehicle: DismantledVehicle }) {
  const { timeZone } = useBusiness();
  const { driveType } = vehicle;
  const isPublic = (PUBLIC_DISMANTLED_STATUSES as readonly string[]).includes(vehicle.status);
  return (
    <VehicleRowDetails
      vehicle={vehicle}
      facts={[
        ["Trim", vehicle.trim],
        ["Mileage", formatMileage(vehicle.mileage)],
        ["Date acquired", formatDay(vehicle.dateAcquired)],
        ["Exterior color", vehicle.exteriorColor],
        ["Interior color", vehicle.interiorColor],
        ["Transmission", vehicle.transmission],
        ["Engine", vehicle.engineType],
        ["Drive type", driveType && DISMANTLED_DRIVE_TYPE_LABELS[driveType]],
        ["Added", formatMoment(vehicle.createdAt, timeZone)],
        ["ID", vehicle._id],
      ]}
      publicPage={
        isPublic
          ? { to: `/partsrequest?vehicle=${vehicle._id}`, label: "Public page to ask for its parts" }
          : undefined
      }
    >
      <RecordText title="Notes" text={vehicle.notes} />
    </VehicleRowDetails>
  );
}
