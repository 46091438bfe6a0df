import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ABOUT_LABELS } from "~/requests/inquiry";
import { HAS_TITLE, RUNS } from "~/requests/offered-car";
import type { OfferedCar } from "~/requests/offered-cars";
import type { PartRequest } from "~/requests/part-requests";
import type { Urgency } from "~/requests/repair";
import type { RepairRequest } from "~/requests/repair-requests";
import type { RequestCollection } from "~/requests/request";
import type { VehicleInquiry } from "~/requests/vehicle-inquiries";
import { Badge, type BadgeTone } from "~/ui/layout/chip";
import { formatPrice } from "~/values/format";
import { vehiclePath } from "~/vehicles/inventory";

/*
 * What staff see of one kind of request that is more than a field's text.
 */

/** The cells of facts by their field. */
export const FACT_CELLS: Partial<Record<string, (value: never, request: never) => ReactNode>> = {
  askedPart: (line: string | undefined, { partId }: PartRequest) =>
    line && (
      <Link className="tap request-facts__link" to={`/admin/parts/${partId}`}>
        {line}
      </Link>
    ),
  "serviceInfo.urgency": (urgency: Urgency | undefined) => urgency && <UrgencyBadge urgency={urgency} />,
  "vehicleInfo.stockNumber": (_: string, request: VehicleInquiry) => <StockNumber request={request} />,
  "vehicleInfo.price": (price: number | undefined) => (price ? formatPrice(price) : "Call for price"),
};

/** The column that says at a glance what a request is about. */
export const GLANCES: Record<
  RequestCollection["recordKind"],
  { label: string; cell: (request: never) => ReactNode }
> = {
  partRequest: {
    label: "Part",
    cell: ({ partDetails, askedPart }: PartRequest) => (
      <div className="request-glance">
        <p>{partDetails.component}</p>
        {askedPart ? <p className="note request-glance__text">{askedPart}</p> : null}
      </div>
    ),
  },
  repairRequest: { label: "Service", cell: (request: RepairRequest) => <Service request={request} /> },
  vehicleInquiry: { label: "About", cell: (request: VehicleInquiry) => <About request={request} /> },
  offeredCar: {
    label: "Condition",
    cell: ({ carInfo: { runs, title, message } }: OfferedCar) => (
      <div className="request-glance">
        <p>{orNotGiven([runs && RUNS[runs], title && HAS_TITLE[title]].filter(Boolean).join(". "))}</p>
        {message ? <p className="note request-glance__text">{message}</p> : null}
      </div>
    ),
  },
};

/** A value, or `Not provided`: API defaults never appear on staff pages. */
export function orNotGiven(value: string | undefined): ReactNode {
  return value || <span className="muted record-facts__none">Not provided</span>;
}

/** The service, its urgency, and the start of the customer's text. */
function Service({ request: { serviceInfo, isSimplifiedRequest } }: { request: RepairRequest }) {
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
      {text ? <p className="note request-glance__text">{text}</p> : null}
    </div>
  );
}

const URGENCY_TONES: Record<Urgency, BadgeTone> = {
  Low: "gray",
  Medium: "gray",
  High: "yellow",
  Emergency: "red",
};

function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  return <Badge tone={URGENCY_TONES[urgency]}>{urgency}</Badge>;
}

/** What it is about, the stock number, and the start of the customer's text. */
function About({ request }: { request: VehicleInquiry }) {
  const { inquiry, vehicleInfo } = request;
  return (
    <div className="request-glance">
      <p className="cluster gap-1 gap-x-2">
        {ABOUT_LABELS[inquiry.about]}, stock # {vehicleInfo.stockNumber}
      </p>
      {inquiry.message ? <p className="note request-glance__text">{inquiry.message}</p> : null}
    </div>
  );
}

/** The stock number with links to the vehicle, as long as there is one. */
function StockNumber({ request: { vehicleId: id, vehicleInfo } }: { request: VehicleInquiry }) {
  const { stockNumber } = vehicleInfo;
  if (id === undefined) return `${stockNumber} (deleted since)`;
  return (
    <>
      <Link className="tap request-facts__link" to={`/admin/retail-vehicles/${id}/edit`}>
        {stockNumber}
      </Link>{" "}
      <a
        className="tap screen-only request-facts__link request-facts__link--aside"
        href={vehiclePath({ _id: id, ...vehicleInfo })}
      >
        Public page<span className="visually-hidden"> of {stockNumber}</span>
      </a>
    </>
  );
}
