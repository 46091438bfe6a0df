import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { phoneHref } from "~/business/links";
import { buyFromRequest } from "~/purchases/paths";
import { type RequestCollection, subjectOf } from "~/requests/request";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { newDealPage } from "~/sales/deal";
import type { SaleOfRequest } from "~/sales/of-request.server";
import { SALES_PAGE } from "~/sales/sale";
import { MoreMenu } from "~/staff/more-menu";
import { RecordHead } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { Icon } from "~/ui/layout/icon";
import { HowToPrint, PrintLink } from "~/ui/layout/print-button";
import { useBusiness } from "~/ui/layout/use-business";
import { ContactLinks, DueText, FollowUpText } from "./columns";
import { RequestFacts, requestSections, StatusBadge } from "./facts";
import type { WorkableRequest } from "./loaders.server";
import { answerUrl } from "./mail";
import { SkipToClose } from "./work";

interface RequestDetailProps {
  kind: RequestCollection;
  request: WorkableRequest;
  /** For an offered car: whether it can be bought, or what was bought. */
  purchase?: { isReady: boolean; bought: { path: string; name: string } | undefined } | undefined;
  /** The sales of what was asked. */
  sales: readonly SaleOfRequest[];
  /** The page to return to: this one. */
  from: string;
  /** A link to all that its customer has asked. */
  person: ReactNode;
  /** What staff do with it, next to what was asked; not printed. */
  work: ReactNode;
  /** What takes it off the list. */
  removal: ReactNode;
  /** The conversation, and what was done. */
  children: ReactNode;
}

/**
 * One request as a place to work: what was asked and said, and next to it what can be done. It prints as a sheet for the workshop with
 * boxes to check and lines to write on, on one page unless the customer's text is too long for it, because text is never cut.
 */
export function RequestDetail({
  kind,
  request,
  purchase,
  sales,
  from,
  person,
  work,
  removal,
  children,
}: RequestDetailProps) {
  const { name, phone } = useBusiness();
  const { reference, customerInfo, createdAt, sentAt, due, assignee, followUp, closed } = request;
  const subject = subjectOf(kind, request);
  const mayOpen = useMayOpen();
  return (
    <main id="main" className="page staff-page" tabIndex={-1}>
      <SkipToClose request={request} />
      <article className={`grid request-detail request-detail--${lengthOf(kind, request)}`}>
        <p className="cluster between gap-0 gap-x-5 request-detail__yard">
          <strong>{name}</strong> <span>{phone}</span>
        </p>
        <RecordHead
          list={{ ...kind.list, path: kind.path }}
          title={
            <h1>
              <span className="muted large bold request-detail__kind">{kind.nouns[0]}</span> {reference}
            </h1>
          }
          status={<StatusBadge kind={kind} request={request} />}
          about={
            <>
              <p className="lead">
                {customerInfo.name ? (
                  <strong className="block ink request-detail__who">{customerInfo.name}</strong>
                ) : null}{" "}
                {subject}
              </p>
              <p className="cluster gap-2 gap-x-4">
                <time dateTime={createdAt}>{sentAt}</time> {closed ? <span>{closed}</span> : null}{" "}
                {sales.map(({ id, to, label }) => (
                  <span key={id}>Sale: {mayOpen(to) ? <Link to={to}>{label}</Link> : label}</span>
                ))}{" "}
                {purchase?.bought ? <Link to={purchase.bought.path}>{purchase.bought.name}</Link> : null}{" "}
                {due ? <DueText due={due} /> : null} {followUp ? <FollowUpText followUp={followUp} /> : null}{" "}
                {assignee ? <span>For {assignee}</span> : null}
              </p>
            </>
          }
          action={<Reach kind={kind} request={request} purchase={purchase} from={from} />}
          more={
            <MoreMenu label={`More about ${reference}`} isShort>
              <AlsoNext kind={kind} request={request} purchase={purchase} from={from} />
              <PrintLink className="more-menu__item">Print</PrintLink>
              {removal}
            </MoreMenu>
          }
        />
        <HowToPrint />
        <div className="grid gap-5 request-desk">
          <div className="sheet request-desk__asked">
            {person}
            <RequestFacts kind={kind} request={request} heading="h2" />
          </div>
          <div className="grid screen-only lines sheet request-desk__work">{work}</div>
          <div className="grid gap-5 sheet request-desk__talk">{children}</div>
        </div>
        <Workshop checklist={kind.checklist} />
      </article>
    </main>
  );
}

/** The next step, as the one button that stands out, and other ways to reach the customer. */
function Reach({ kind, request, purchase, from }: NextProps) {
  const { reference, customerInfo, mail, removedOn, quote } = request;
  const mayOpen = useMayOpen();
  const newSale = `${SALES_PAGE}/new?request=${request._id}`;
  const newDeal = dealOf(kind, request);
  const { phone } = customerInfo;
  const answer = answerUrl(request, from);
  const { buy, isBuyNext } = useBuy(request, purchase);
  if (removedOn) return null;
  const isCallNext = !isBuyNext && !answer && phone;
  return (
    <>
      {isBuyNext ? (
        <Link className="button" to={buy ?? ""}>
          Buy This Car
        </Link>
      ) : answer ? (
        <Link className="button" to={answer}>
          Answer<span className="visually-hidden"> {reference} by email</span>
        </Link>
      ) : phone ? (
        <a className="button" href={phoneHref({ phone })}>
          <Icon name="phone" size={20} /> Call <span className="visually-hidden--phone">{phone}</span>
        </a>
      ) : null}
      {kind.table === "partRequests" && quote && mayOpen(newSale) ? (
        <Link className="button button--secondary" to={newSale}>
          New Sale
        </Link>
      ) : null}
      {newDeal && mayOpen(newDeal) ? (
        <Link className="button button--secondary" to={newDeal}>
          Sell This Car
        </Link>
      ) : null}
      <ContactLinks
        reference={reference}
        customerInfo={isCallNext ? { ...customerInfo, phone: undefined } : customerInfo}
        textHref={mail.textHref}
        canMail={Boolean(answer)}
        className="button button--secondary"
      />
    </>
  );
}

/** Where the deal for the car of an open inquiry starts; undefined for any other request. */
function dealOf(kind: RequestCollection, request: WorkableRequest): string | undefined {
  const { vehicleId } = request as { vehicleId?: string };
  const isOpen = kind.recordKind === VEHICLE_INQUIRIES.recordKind && !kind.finished.includes(request.status);
  return isOpen && vehicleId ? newDealPage(vehicleId, request._id) : undefined;
}

/** Buying a car or answering about it, whichever isn't the next step. */
function AlsoNext({ request, purchase, from }: NextProps) {
  const answer = answerUrl(request, from);
  const { buy, isBuyNext } = useBuy(request, purchase);
  if (!buy || request.removedOn) return null;
  const [to, label] = isBuyNext ? [answer, "Answer"] : [buy, "Buy This Car"];
  return to ? (
    <Link className="more-menu__item" to={to}>
      {label}
    </Link>
  ) : null;
}

/** Where an offered car is bought, if it can be: the next step once the customer has accepted our offer. */
function useBuy(request: WorkableRequest, purchase: NextProps["purchase"]) {
  const mayOpen = useMayOpen();
  const path = buyFromRequest(request._id);
  const buy = purchase?.isReady && mayOpen(path) ? path : undefined;
  return { buy, isBuyNext: buy !== undefined && request.status === "accepted" };
}

type NextProps = Pick<RequestDetailProps, "kind" | "request" | "purchase" | "from">;

/** The length of its text: longer requests print in smaller type. */
function lengthOf(kind: RequestCollection, request: WorkableRequest): "short" | "long" | "longest" {
  const texts = requestSections(kind, request).flatMap((section) => section.texts.map(([, text]) => text));
  const characters = [...texts, ...request.notes.map(({ content }) => content)].join("").length;
  return characters < 900 ? "short" : characters < 2500 ? "long" : "longest";
}

/** Filled in by hand, only on paper. */
function Workshop({ checklist }: { checklist: readonly string[] }) {
  return (
    <section className="request-detail__workshop">
      <h2>For the shop</h2>
      <ul className="grid gap-3 gap-x-5 request-detail__checklist">
        {checklist.map((step) => (
          <li className="row" key={step}>
            {step}
          </li>
        ))}
      </ul>
      <ul className="grid gap-3 gap-x-5 request-detail__blanks">
        {["Price", "By", "Date"].map((blank) => (
          <li key={blank}>{blank}</li>
        ))}
      </ul>
      <div className="request-detail__lines" aria-hidden="true" />
    </section>
  );
}
