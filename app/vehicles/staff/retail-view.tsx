import { BUYERS_GUIDES_PAGE, buyersGuidePage } from "~/documents/buyers-guide";
import { LABELS_PAGE, printLabelLink } from "~/documents/labels";
import { newDealPage } from "~/sales/deal";
import { RetailStatusBadge } from "~/site/vehicles/chips";
import type { Column } from "~/staff/lists/record-table";
import { recordFacts } from "~/staff/records/facts";
import { PicturedDetails, RecordTexts } from "~/staff/records/row";
import type { RecordLink, RecordView } from "~/staff/records/view";
import { useBusiness } from "~/ui/layout/use-business";
import { formatCount, formatPrice } from "~/values/format";
import { vehiclePath } from "~/vehicles/inventory";
import { NOT_SHOWN, PUBLIC_RETAIL_FIELDS } from "~/vehicles/retail";
import { RETAIL_VEHICLES, type RetailVehicle } from "~/vehicles/retail-vehicles";
import { vehicleColumns } from "./columns";

/** The dismantled list's columns, with mileage and price. */
const RETAIL_COLUMNS: readonly Column<RetailVehicle>[] = [
  ...vehicleColumns(RETAIL_VEHICLES.path),
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
        {isShown(vehicle) ? null : (
          <span className="block above-1 muted record-table__note">{NOT_SHOWN}</span>
        )}
      </>
    ),
  },
];

function isShown(vehicle: RetailVehicle): boolean {
  return PUBLIC_RETAIL_FIELDS.every((name) => vehicle[name] !== undefined);
}

/** The fields that have a column. */
const COLUMN_FIELDS = ["stockNumber", "vin", "year", "make", "model", "mileage", "price", "status"];

/** An open row: everything that has no column. */
function RetailDetails({ record: vehicle }: { record: RetailVehicle }) {
  const { timeZone } = useBusiness();
  return (
    <PicturedDetails
      vehicle={vehicle}
      facts={recordFacts(RETAIL_VEHICLES, vehicle, { timeZone, without: COLUMN_FIELDS })}
      documents={[...(saleOf(vehicle) ?? []), ...documentsOf(vehicle._id)]}
      publicPage={isShown(vehicle) ? { to: vehiclePath(vehicle), label: "Public page" } : undefined}
    >
      <RecordTexts collection={RETAIL_VEHICLES} record={vehicle} />
    </PicturedDetails>
  );
}

/** The deal of a vehicle that is not sold yet. */
function saleOf({ _id, status }: RetailVehicle): [RecordLink] | undefined {
  return status === "sold" ? undefined : [{ to: newDealPage(_id), label: "Sell This Car", icon: "tag" }];
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
  primary: (vehicle) => saleOf(vehicle)?.[0],
  documents: documentsOf,
  hasPlaceholder: true,
};
