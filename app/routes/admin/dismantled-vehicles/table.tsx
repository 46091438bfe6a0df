import { LABELS_PAGE } from "~/documents/labels";
import { NMVTIS_PAGE } from "~/documents/nmvtis";
import { partsLeftNote, partsOfDonorUrl } from "~/parts/part";
import { Badge } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { RecordText } from "~/ui/lists/record-facts";
import type { Column } from "~/ui/lists/record-table";
import { formatCount, formatDateTime, formatDay, formatMileage } from "~/values/format";
import {
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_STATUS_TONES,
  DISPOSITION_LABELS,
  PUBLIC_DISMANTLED_STATUSES,
} from "~/vehicles/dismantled";
import { DISMANTLED_VEHICLES, type DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { documentsOf, ItemRowDetails, stockParts, VEHICLE_COLUMNS } from "../inventory/row";
import { ItemTable, type ItemTableProps } from "../inventory/table";

interface DismantledTableProps extends ItemTableProps<DismantledVehicle> {
  page: ItemTableProps<DismantledVehicle>["page"] & {
    /** How many parts of a vehicle are for sale, by its id. */
    parts: Record<string, number>;
  };
}

/** The staff list of dismantled vehicles. */
export function DismantledTable(props: DismantledTableProps) {
  const { parts } = props.page;
  return (
    <ItemTable
      {...props}
      inventory={DISMANTLED_VEHICLES}
      tools={[
        { to: NMVTIS_PAGE, label: "NMVTIS report", icon: "document" },
        { to: `${LABELS_PAGE}?kind=dismantled`, label: "Labels", icon: "tag" },
      ]}
      columns={DISMANTLED_COLUMNS}
      deleteNote={({ _id }) => partsLeftNote(parts[_id])}
      more={({ _id }) => stockParts(_id)}
      details={(vehicle) => <DismantledDetails vehicle={vehicle} parts={parts[vehicle._id]} />}
    />
  );
}

/** The columns. */
const DISMANTLED_COLUMNS: readonly Column<DismantledVehicle>[] = [
  ...VEHICLE_COLUMNS,
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>,
  },
];

/** An open row: everything that has no column. */
function DismantledDetails({ vehicle, parts }: { vehicle: DismantledVehicle; parts: number | undefined }) {
  const { timeZone } = useBusiness();
  const { mileage, driveType, disposition, dispositionDate, intendedForExport } = vehicle;
  const isPublic = PUBLIC_DISMANTLED_STATUSES.includes(vehicle.status);
  return (
    <ItemRowDetails
      vehicle={vehicle}
      facts={[
        ["Trim", vehicle.trim],
        ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
        ["Date acquired", formatDay(vehicle.dateAcquired)],
        ["Exterior color", vehicle.exteriorColor],
        ["Interior color", vehicle.interiorColor],
        ["Transmission", vehicle.transmission],
        ["Engine", vehicle.engineType],
        ["Drive type", driveType && DISMANTLED_DRIVE_TYPE_LABELS[driveType]],
        ["Obtained from", vehicle.obtainedFrom],
        ["Disposition", disposition && DISPOSITION_LABELS[disposition]],
        ["Disposition date", dispositionDate && formatDay(dispositionDate)],
        ["Disposed to", vehicle.disposedTo],
        [
          "Intended for export",
          intendedForExport === undefined ? undefined : intendedForExport ? "Yes" : "No",
        ],
        ["Added", formatDateTime(vehicle.createdAt, timeZone)],
      ]}
      documents={[
        ...documentsOf("dismantled", vehicle._id),
        ...(parts
          ? [
              {
                to: partsOfDonorUrl(vehicle.stockNumber),
                label: `${formatCount(parts)} ${parts === 1 ? "part" : "parts"} from this car`,
                icon: "gears" as const,
              },
            ]
          : []),
      ]}
      publicPage={
        isPublic
          ? { to: `/partsrequest?vehicle=${vehicle._id}`, label: "Public parts request page" }
          : undefined
      }
    >
      <RecordText title="Notes" text={vehicle.notes} />
    </ItemRowDetails>
  );
}
