import { PART_REQUEST_STATUS_LABELS, PART_REQUEST_STATUS_TONES } from "~/models/part-request";
import type { PartRequest } from "~/models/part-request-schema";
import type { Shown } from "~/models/request-shown.server";
import { Badge } from "~/ui/chip";
import type { Column } from "~/ui/record-table";
import { customerColumn, receivedColumn, referenceColumn, vehicleColumn } from "~/ui/request-columns";

/** What staff look for a part request by. */
export const PART_REQUEST_COLUMNS: readonly Column<Shown<PartRequest>>[] = [
  referenceColumn,
  receivedColumn,
  customerColumn,
  vehicleColumn,
  {
    label: "Part",
    is: "wide",
    cell: ({ partDetails }) => <p className="request-glance">{partDetails.component}</p>,
  },
  { label: "Status", is: "status", cell: (request) => <PartRequestStatusBadge request={request} /> },
];

export function PartRequestStatusBadge({ request: { status } }: { request: Pick<PartRequest, "status"> }) {
  return <Badge tone={PART_REQUEST_STATUS_TONES[status]}>{PART_REQUEST_STATUS_LABELS[status]}</Badge>;
}
