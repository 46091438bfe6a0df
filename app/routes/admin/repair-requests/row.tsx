import { REPAIR_REQUEST_STATUS_LABELS, REPAIR_REQUEST_STATUS_TONES, type Urgency } from "~/requests/repair";
import type { RepairRequest } from "~/requests/repair-schema";
import type { RequestView } from "~/requests/view.server";
import { Badge, type BadgeTone } from "~/ui/layout/chip";
import type { Column } from "~/ui/lists/record-table";
import { customerColumn, receivedColumn, referenceColumn, vehicleColumn } from "~/ui/requests/columns";
import { orNotGiven } from "~/ui/requests/facts";

export const REPAIR_REQUEST_COLUMNS: readonly Column<RequestView<RepairRequest>>[] = [
  referenceColumn,
  receivedColumn,
  customerColumn,
  vehicleColumn,
  { label: "Service", is: "wide", cell: (request) => <Service request={request} /> },
  { label: "Status", is: "status", cell: (request) => <RepairRequestStatusBadge request={request} /> },
];

/** The service, its urgency, and the start of the customer's text. */
function Service({ request: { serviceInfo, isSimplifiedRequest } }: { request: RequestView<RepairRequest> }) {
  const { serviceType, otherServiceType, urgency, message, description } = serviceInfo;
  const type = [serviceType, otherServiceType].filter(Boolean).join(": ");
  const text = message ?? description;
  return (
    <div className="request-glance">
      <p className="cluster gap-1 gap-x-2">
        {isSimplifiedRequest && !type ? "Callback" : orNotGiven(type)}
        {urgency ? (
          <>
            <span className="visually-hidden">, urgency </span>
            <UrgencyBadge urgency={urgency} />
          </>
        ) : null}
      </p>
      {text ? <p className="request-glance__text">{text}</p> : null}
    </div>
  );
}

export function RepairRequestStatusBadge({
  request: { status },
}: {
  request: Pick<RepairRequest, "status">;
}) {
  return <Badge tone={REPAIR_REQUEST_STATUS_TONES[status]}>{REPAIR_REQUEST_STATUS_LABELS[status]}</Badge>;
}

const URGENCY_TONES: Record<Urgency, BadgeTone> = {
  Low: "gray",
  Medium: "gray",
  High: "yellow",
  Emergency: "red",
};

export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  return <Badge tone={URGENCY_TONES[urgency]}>{urgency}</Badge>;
}
