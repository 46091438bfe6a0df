import { ABOUT_LABELS, INQUIRY_STATUS_LABELS, INQUIRY_STATUS_TONES } from "~/requests/inquiry";
import type { VehicleInquiry } from "~/requests/inquiry-schema";
import type { RequestView } from "~/requests/view.server";
import { Badge } from "~/ui/layout/chip";
import type { Column } from "~/ui/lists/record-table";
import { customerColumn, receivedColumn, referenceColumn, vehicleColumn } from "~/ui/requests/columns";

export const VEHICLE_INQUIRY_COLUMNS: readonly Column<RequestView<VehicleInquiry>>[] = [
  referenceColumn,
  receivedColumn,
  customerColumn,
  vehicleColumn,
  { label: "About", is: "wide", cell: (request) => <About request={request} /> },
  { label: "Status", is: "status", cell: (request) => <InquiryStatusBadge request={request} /> },
];

/** What it is about, the stock number, and the start of the customer's text. */
function About({ request: { inquiry, vehicleInfo } }: { request: RequestView<VehicleInquiry> }) {
  return (
    <div className="request-glance">
      <p className="cluster gap-1 gap-x-2">
        {ABOUT_LABELS[inquiry.about]}, stock # {vehicleInfo.stockNumber}
      </p>
      {inquiry.message ? <p className="request-glance__text">{inquiry.message}</p> : null}
    </div>
  );
}

export function InquiryStatusBadge({ request: { status } }: { request: Pick<VehicleInquiry, "status"> }) {
  return <Badge tone={INQUIRY_STATUS_TONES[status]}>{INQUIRY_STATUS_LABELS[status]}</Badge>;
}
