import { Link } from "@remix-run/react";
import { phoneHref } from "~/business/links";
import { withListUrl } from "~/lists/staff";
import type { Due } from "~/requests/work";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { mailto, orNotGiven } from "./facts";

export const referenceColumn = {
  label: "Reference",
  is: "name",
  cell: ({ reference }: Pick<ContactInfo, "reference">) => <Plate>{reference}</Plate>,
} as const;

interface Received {
  createdAt: string;
  sentAt: string;
  hasMessage: boolean;
  due: Due | undefined;
  assignee: string | undefined;
}

export const receivedColumn = {
  label: "Received",
  cell: ({ createdAt, sentAt, hasMessage, due, assignee }: Received) => (
    <>
      <time className="request-when" dateTime={createdAt}>
        {sentAt}
      </time>
      {due ? <DueText due={due} /> : null}
      {hasMessage ? <span className="request-message">New message</span> : null}
      {assignee ? <span className="muted request-assignee">For {assignee}</span> : null}
    </>
  ),
};

/** When the first answer is due. */
export function DueText({ due: { text, state } }: { due: Due }) {
  return <span className={`request-due request-due--${state}`}>{text}</span>;
}

type VehicleInfo = Partial<Record<"year" | "make" | "model", string | number | undefined>> & {
  vin?: string | undefined;
};

export const vehicleColumn = {
  label: "Vehicle",
  // A part request has its VIN at the top level, a repair request in `vehicleInfo`.
  cell: ({ vin, vehicleInfo }: { vin?: string; vehicleInfo: VehicleInfo }) =>
    orNotGiven(vehicleName(vehicleInfo) || vin || vehicleInfo.vin),
};

type CustomerInfo = { name: string } & Partial<Record<"phone" | "email", string | undefined>>;

export const customerColumn = {
  label: "Customer",
  title: true,
  cell: ({ customerInfo: { name, phone, email } }: { customerInfo: CustomerInfo }) => (
    <>
      {name}
      {phone || email ? <span className="request-reach">{phone || email}</span> : null}
    </>
  ),
};

interface RequestActionsProps {
  request: ContactInfo & { _id: string };
  /** The list's path. */
  path: string;
  listUrl: string;
}

/** Links to call or email the customer, and to the print view, which links back to this list with its filters. */
export function RequestActions({ request, path, listUrl }: RequestActionsProps) {
  const { reference } = request;
  return (
    <span className="row gap-1 record-table__buttons">
      <ContactLinks {...request} className="record-table__action" />
      <Link
        className="record-table__action"
        to={withListUrl(`${path}/${request._id}`, listUrl)}
        title={`Print ${reference}`}
      >
        <Icon name="printer" size={20} />
        <span className="record-table__action-label">Print</span>
        <span className="visually-hidden"> {reference}</span>
      </Link>
    </span>
  );
}

export interface ContactInfo {
  reference: string;
  customerInfo: CustomerInfo;
}

/** Links to call and email the customer, if they gave a number or an address. */
export function ContactLinks({
  reference,
  customerInfo: { name, phone, email },
  className,
}: ContactInfo & { className: string }) {
  return (
    <>
      {phone ? (
        <a className={className} href={phoneHref({ phone })} title={`Call ${phone}`}>
          <Icon name="phone" size={20} />
          <span className="record-table__action-label">Call</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
      {email ? (
        <a className={className} href={mailto(email, `Your request ${reference}`)} title={`Email ${email}`}>
          <Icon name="mail" size={20} />
          <span className="record-table__action-label">Email</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
    </>
  );
}

function vehicleName({ year, make, model }: VehicleInfo): string {
  return [year, make, model].filter(Boolean).join(" ");
}
