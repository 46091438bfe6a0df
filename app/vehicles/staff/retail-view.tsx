import { BUYERS_GUIDES_PAGE, buyersGuidePage } from "~/documents/buyers-guide";
import { LABELS_PAGE, printLabelLink } from "~/documents/labels";
import { PicturedDetails } from "~/staff/records/row";
import type { RecordLink, RecordView } from "~/staff/records/view";
import { useBusiness } from "~/ui/layout/use-business";
import { RecordText } from "~/ui/lists/record-facts";
import type { Column } from "~/ui/lists/record-table";
import { RetailStatusBadge } from "~/ui/vehicles/chips";
import { formatCount, formatDateTime, formatDay, formatPrice } from "~/values/format";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  NOT_SHOWN,
  PUBLIC_RETAIL_FIELDS,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_TRANSMISSION_LABELS,
} from "~/vehicles/retail";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import { VEHICLE_COLUMNS } from "./columns";

/** The dismantled list's columns, with mileage and price. */
const RETAIL_COLUMNS: readonly Column<RetailVehicle>[] = [
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
    cell: ({ price }) => (price ? formatPrice(price) : "Call for price"),
  },
  {
    label: "Status",
    is: "status",
    cell: (vehicle) => (
      <>
        <RetailStatusBadge status={vehicle.status} />
        {isShown(vehicle) ? null : <span className="record-table__note">{NOT_SHOWN}</span>}
      </>
    ),
  },
];

function isShown(vehicle: RetailVehicle): boolean {
  return PUBLIC_RETAIL_FIELDS.every((name) => vehicle[name] !== undefined);
}

/** An open row: everything that has no column. */
function RetailDetails({ record: vehicle }: { record: RetailVehicle }) {
  const { timeZone } = useBusiness();
  const { transmission, driveType, fuelType, condition, features } = vehicle;
  return (
    <PicturedDetails
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
        ["Added", formatDateTime(vehicle.createdAt, timeZone)],
      ]}
      documents={documentsOf(vehicle._id)}
      publicPage={isShown(vehicle) ? { to: `/inventory/${vehicle._id}`, label: "Public page" } : undefined}
    >
      <RecordText title="Features" text={features.join("\n")} />
      <RecordText title="Description" text={vehicle.description} />
      <RecordText title="Notes" text={vehicle.notes} />
    </PicturedDetails>
  );
}

/** What can be printed for a vehicle. */
function documentsOf(id: string): RecordLink[] {
  return [{ to: buyersGuidePage(id), label: "Buyers Guide", icon: "document" }, printLabelLink("retail", id)];
}

/** What the staff pages of retail vehicles show. */
export const RETAIL_VIEW: RecordView<RetailVehicle> = {
  columns: RETAIL_COLUMNS,
  Details: RetailDetails,
  tools: [
    { to: BUYERS_GUIDES_PAGE, label: "Buyers Guides", icon: "document" },
    { to: `${LABELS_PAGE}?kind=retail`, label: "Labels", icon: "tag" },
  ],
  documents: documentsOf,
  hasPlaceholder: true,
};
