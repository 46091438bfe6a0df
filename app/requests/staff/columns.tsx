import { Link } from "@remix-run/react";
import { phoneHref } from "~/business/links";
import { withListUrl } from "~/lists/staff";
import { type VehicleName, vehicleName } from "~/requests/fields";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import type { RequestView } from "~/requests/view.server";
import type { Due } from "~/requests/work";
import type { Column } from "~/staff/lists/record-table";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { GLANCES, orNotGiven } from "./cells";
import { mailto, StatusBadge } from "./facts";

type Entry = RequestView<AnyRequest>;

/** The columns of a kind's list. */
export function requestColumns(kind: RequestCollection): readonly Column<Entry>[] {
  const { label, cell } = GLANCES[kind.recordKind];
  return [
    { label: "Reference", is: "name", cell: ({ reference }) => <Plate>{reference}</Plate> },
    { label: "Received", cell: (request) => <Received request={request} /> },
    {
      label: "Customer",
      title: true,
      cell: ({ customerInfo: { name, phone, email } }) => (
        <>
          {name}
          {phone || email ? <span className="request-reach">{phone || email}</span> : null}
        </>
      ),
    },
    { label: "Vehicle", cell: (request) => orNotGiven(vehicleOf(request)) },
    { label, is: "wide", cell: (request) => cell(request as never) },
    { label: "Status", is: "status", cell: (request) => <StatusBadge kind={kind} request={request} /> },
  ];
}

function Received({ request: { createdAt, sentAt, due, hasMessage, assignee } }: { request: Entry }) {
  return (
    <>
      <time className="request-when" dateTime={createdAt}>
        {sentAt}
      </time>
      {due ? <DueText due={due} /> : null}
      {hasMessage ? <span className="request-message">New message</span> : null}
      {assignee ? <span className="muted request-assignee">For {assignee}</span> : null}
    </>
  );
}

/** When the first answer is due. */
export function DueText({ due: { text, state } }: { due: Due }) {
  return <span className={`request-due request-due--${state}`}>{text}</span>;
}

interface RequestActionsProps {
  request: Entry;
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

/** Links to call and email the customer, if they gave a number or an address. */
export function ContactLinks({
  reference,
  customerInfo: { name, phone, email },
  className,
}: Pick<Entry, "reference" | "customerInfo"> & { className: string }) {
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

/** Year, make and model, or the VIN: a part request has that at the top level. */
function vehicleOf(request: object): string | undefined {
  const { vin, vehicleInfo } = request as { vin?: string; vehicleInfo: VehicleName & { vin?: string } };
  const { year, make, model } = vehicleInfo;
  return vehicleName({ year, make, model }) || vin || vehicleInfo.vin;
}
