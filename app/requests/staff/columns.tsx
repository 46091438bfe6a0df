import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { phoneHref } from "~/business/links";
import { withListUrl } from "~/lists/staff";
import { type VehicleName, vehicleName } from "~/requests/fields";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import type { RequestView } from "~/requests/view.server";
import type { Due } from "~/requests/work";
import type { Column } from "~/staff/lists/record-table";
import { Plate } from "~/ui/layout/chip";
import { EmailText } from "~/ui/layout/email-text";
import { Icon } from "~/ui/layout/icon";
import { mailto } from "~/values/contact-links";
import { GLANCES, orNotGiven } from "./cells";
import { StatusBadge } from "./facts";
import type { WorkableRequest } from "./loaders.server";
import { answerUrl } from "./mail";

type Entry = RequestView<AnyRequest>;

/** The columns of a kind's list. */
export function requestColumns(kind: RequestCollection): readonly Column<WorkableRequest>[] {
  const { label, cell } = GLANCES[kind.recordKind];
  return [
    {
      label: "Reference",
      is: "name",
      cell: ({ _id, reference }, listUrl) => (
        <Link className="tap" to={withListUrl(`${kind.path}/${_id}`, listUrl)}>
          <Plate>{reference}</Plate>
        </Link>
      ),
    },
    { label: "Received", cell: (request) => <Received request={request} /> },
    {
      label: "Customer",
      title: true,
      cell: ({ customerInfo: { name, phone, email } }) => (
        <>
          {name ? <span>{name}</span> : null}
          {phone || email ? (
            <span className={name ? "muted block breaks request-reach" : undefined}>
              {phone || (email && <EmailText email={email} />)}
            </span>
          ) : null}
        </>
      ),
    },
    { label: "Vehicle", cell: (request) => vehicleOf(request) },
    { label, is: "wide", cell: (request) => cell(request as never) },
    {
      label: "Status",
      is: "status",
      cell: (request) => (
        <>
          <StatusBadge kind={kind} request={request} />
          {request.lostReason ? <span className="note"> {request.closed}</span> : null}
        </>
      ),
    },
  ];
}

function Received({ request }: { request: WorkableRequest }) {
  const { createdAt, sentAt, due, hasMessage, assignee, followUp, original } = request;
  return (
    <>
      <time className="request-when" dateTime={createdAt}>
        {sentAt}
      </time>
      {due ? <DueText due={due} /> : null}
      {followUp ? <FollowUpText followUp={followUp} /> : null}
      {original ? (
        <span className="block small request-message">Sent twice? See {original.reference}</span>
      ) : null}
      {hasMessage ? <span className="block small request-message">New message</span> : null}
      {assignee ? <span className="muted block small">For {assignee}</span> : null}
    </>
  );
}

/** When the first answer is due. */
export function DueText({ due: { text, state } }: { due: Due }) {
  return <span className={`request-due tone--${state}`}>{text}</span>;
}

/** When staff get back to the customer. */
export function FollowUpText({ followUp: { text, state } }: { followUp: NonNullable<Entry["followUp"]> }) {
  return <span className={`request-due tone--${state}`}>{text}</span>;
}

interface RequestActionsProps {
  request: WorkableRequest;
  listUrl: string;
}

/** Links to call, text and answer the customer. */
export function RequestActions({ request, listUrl }: RequestActionsProps) {
  const { reference, mail } = request;
  const answer = answerUrl(request, listUrl);
  return (
    <span className="row gap-1 record-table__buttons">
      <ContactLinks
        {...request}
        textHref={mail.textHref}
        canMail={Boolean(answer)}
        className="record-table__action"
      />
      {answer ? (
        <Link className="record-table__action" to={answer} title="Answer by email">
          <Icon name="mail" size={20} />
          <span className="record-table__action-label">Answer</span>
          <span className="visually-hidden"> {reference} by email</span>
        </Link>
      ) : null}
    </span>
  );
}

interface ContactLinksProps extends Pick<Entry, "reference" | "customerInfo"> {
  textHref: string | undefined;
  /** True if they are answered from here, so that staff don't need their own mail program. */
  canMail: boolean;
  className: string;
}

/** Links to call, text and email the customer, if they gave a number or an address. */
export function ContactLinks({
  reference,
  customerInfo: { name, phone, email },
  textHref,
  canMail,
  className,
}: ContactLinksProps) {
  return (
    <>
      {phone ? (
        <a className={className} href={phoneHref({ phone })} title={`Call ${phone}`}>
          <Icon name="phone" size={20} />
          <span className="record-table__action-label">Call</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
      {textHref ? (
        <a className={className} href={textHref} title={phone && `Text ${phone}`}>
          <Icon name="text" size={20} />
          <span className="record-table__action-label">Text</span>
          <span className="visually-hidden"> {name}</span>
        </a>
      ) : null}
      {email && !canMail ? (
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
function vehicleOf(request: object): ReactNode {
  const { vin, vehicleInfo } = request as { vin?: string; vehicleInfo: VehicleName & { vin?: string } };
  const { year, make, model } = vehicleInfo;
  const name = vehicleName({ year, make, model });
  const number = vin || vehicleInfo.vin;
  return !name && number ? <span className="record-table__vin">{number}</span> : orNotGiven(name);
}
