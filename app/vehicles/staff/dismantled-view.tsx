import { LABELS_PAGE, printLabelLink } from "~/documents/labels";
import { NMVTIS_PAGE } from "~/documents/nmvtis";
import { partsLeftNote, partsOfDonorUrl } from "~/parts/part";
import { teardownPath } from "~/parts/teardown";
import type { Column } from "~/staff/lists/record-table";
import { recordFacts } from "~/staff/records/facts";
import { PicturedDetails, RecordTexts } from "~/staff/records/row";
import type { RecordLink, RecordView } from "~/staff/records/view";
import { Badge } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { formatCount } from "~/values/format";
import { DISMANTLED_STATUS_TONES, PUBLIC_DISMANTLED_STATUSES } from "~/vehicles/dismantled";
import { DISMANTLED_VEHICLES, type DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { vehicleColumns } from "./columns";

const DISMANTLED_COLUMNS: readonly Column<DismantledVehicle>[] = [
  ...vehicleColumns(DISMANTLED_VEHICLES.path),
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>,
  },
];

/** The fields that have a column. */
const COLUMN_FIELDS = ["stockNumber", "vin", "year", "make", "model", "status"];

interface DismantledDetailsProps {
  record: DismantledVehicle;
  /** How many of its parts are for sale. */
  besides: number | undefined;
}

/** An open row: everything that has no column. */
function DismantledDetails({ record: vehicle, besides: parts }: DismantledDetailsProps) {
  const { timeZone } = useBusiness();
  const isPublic = PUBLIC_DISMANTLED_STATUSES.includes(vehicle.status);
  return (
    <PicturedDetails
      vehicle={vehicle}
      facts={recordFacts(DISMANTLED_VEHICLES, vehicle, { timeZone, without: COLUMN_FIELDS })}
      documents={[
        ...documentsOf(vehicle._id),
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
      <RecordTexts collection={DISMANTLED_VEHICLES} record={vehicle} />
    </PicturedDetails>
  );
}

/** What can be printed for a vehicle, and the list of parts to stock from it. */
function documentsOf(id: string): RecordLink[] {
  return [stockParts(id), printLabelLink("dismantled", id)];
}

function stockParts(id: string): RecordLink {
  return { to: teardownPath(id), label: "Teardown", icon: "wrench" };
}

/** What the staff pages of dismantled vehicles show. */
export const DISMANTLED_VIEW: RecordView<DismantledVehicle, number> = {
  columns: DISMANTLED_COLUMNS,
  Details: DismantledDetails,
  tools: [
    { to: NMVTIS_PAGE, label: "NMVTIS report", icon: "document" },
    { to: `${LABELS_PAGE}?kind=dismantled`, label: "Labels", icon: "tag" },
  ],
  documents: documentsOf,
  more: ({ _id }) => stockParts(_id),
  deleteNote: partsLeftNote,
  hasPlaceholder: true,
};
