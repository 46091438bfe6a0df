import { Link } from "@remix-run/react";
import { phoneHref } from "~/models/business";
import { withListAddress } from "~/models/staff-list";
import { Plate } from "./chip";
import { Icon } from "./icon";
import { mailto, orNotGiven } from "./request-facts";

export const referenceColumn = {
  label: "Reference",
  is: "name",
  cell: ({ reference }: Pick<ContactInfo, "reference">) => <Plate>{reference}</Plate>,
} as const;

interface Received {
  createdAt: string;
  sentAt: string;
}

export const receivedColumn = {
  label: "Received",
  cell: ({ createdAt, sentAt }: Received) => (
    <time className="request-when" dateTime={createdAt}>
      {sentAt}
    </time>
  ),
};

type VehicleInfo = Partial<Record<"year" | "make" | "model" | "vin", string | undefined>>;

export const vehicleColumn = {
  label: "Vehicle",
  // A part request's VIN is its own, a repair request's its vehicle's; it alone names a vehicle too.
  cell: ({ vin, vehicleInfo }: { vin?: string; vehicleInfo: VehicleInfo }) =>
    orNotGiven(namesOf(vehicleInfo) || vin || vehicleInfo.vin),
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
  /** Where the requests' pages are. */
  path: string;
  listAddress: string;
}

/** One tap to call or write to the customer, and the way to the printed page, which leads back to the list as it is. */
export function RequestActions({ request, path, listAddress }: RequestActionsProps) {
  const { reference } = request;
  return (
    <span className="record-table__buttons">
      <ContactLinks {...request} className="record-table__action" />
      <Link
        className="record-table__action"
        to={withListAddress(`${path}/${request._id}`, listAddress)}
        title={`Print ${reference}`}
      >
        <Icon name="printer" size={20} />
        <span className="record-table__word">Print</span>
        <span className="visually-hidden"> {reference}</span>
      </Link>
    </span>
  );
}

/** Who sent a request, and what staff call it. */
export interface ContactInfo {
  reference: string;
  customerInfo: CustomerInfo;
}

/** Call and e-mail, as far as the customer gave a number and an address; the e-mail says what it is about. */
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
          <span className="record-table__word">Call</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
      {email ? (
        <a className={className} href={mailto(email, `Your request ${reference}`)} title={`Email ${email}`}>
          <Icon name="mail" size={20} />
          <span className="record-table__word">Email</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
    </>
  );
}

function namesOf({ year, make, model }: VehicleInfo): string {
  return [year, make, model].filter(Boolean).join(" ");
}
