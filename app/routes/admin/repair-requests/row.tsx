import { REPAIR_REQUEST_STATUS_LABELS, REPAIR_REQUEST_STATUS_TONES } from "~/models/repair-request";
import type { RepairRequest } from "~/models/repair-request-schema";
import type { Shown } from "~/models/request-shown.server";
import { Badge } from "~/ui/chip";
import type { Column } from "~/ui/record-table";
import { customerColumn, receivedColumn, referenceColumn, vehicleColumn } from "~/ui/request-columns";
import { orNotGiven } from "~/ui/request-facts";
import { UrgencyBadge } from "./urgency";

/** What staff look for a repair request by. */
export const REPAIR_REQUEST_COLUMNS: readonly Column<Shown<RepairRequest>>[] = [
  referenceColumn,
  receivedColumn,
  customerColumn,
  vehicleColumn,
  { label: "Service", is: "wide", cell: (request) => <Service request={request} /> },
  { label: "Status", is: "status", cell: (request) => <RepairRequestStatusBadge request={request} /> },
];

/** What is wanted, how soon, and a first look at the customer's words. */
function Service({ request: { serviceInfo, isSimplifiedRequest } }: { request: Shown<RepairRequest> }) {
  const { serviceType, otherServiceType, urgency, message, description } = serviceInfo;
  const type = [serviceType, otherServiceType].filter(Boolean).join(": ");
  const words = message ?? description;
  return (
    <div className="request-glance">
      <p className="request-glance__what">
        {isSimplifiedRequest && !type ? "Callback" : orNotGiven(type)}
        {urgency ? (
          <>
            <span className="visually-hidden">, urgency </span>
            <UrgencyBadge urgency={urgency} />
          </>
        ) : null}
      </p>
      {words ? <p className="request-glance__words">{words}</p> : null}
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
