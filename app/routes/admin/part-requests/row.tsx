import { PART_REQUEST_STATUS_LABELS, PART_REQUEST_STATUS_TONES } from "~/requests/part";
import type { PartRequest } from "~/requests/part-schema";
import type { RequestView } from "~/requests/view.server";
import { Badge } from "~/ui/layout/chip";
import type { Column } from "~/ui/lists/record-table";
import { customerColumn, receivedColumn, referenceColumn, vehicleColumn } from "~/ui/requests/columns";

export const PART_REQUEST_COLUMNS: readonly Column<RequestView<PartRequest>>[] = [
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
