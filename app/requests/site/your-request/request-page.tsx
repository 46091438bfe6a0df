import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { phoneHref } from "~/business/links";
import type { FormResult } from "~/http/public-form";
import { type AppointmentTime, CALENDAR_FILE } from "~/requests/appointment";
import { CUSTOMER_MESSAGES, customerFileUrl, ESTIMATE_PAGE, OFFER_PAGE } from "~/requests/customer";
import type { CustomerOffer, CustomerQuote, CustomerView } from "~/requests/customer.server";
import { ContactLines } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { useReply } from "~/ui/forms/public-form";
import { Plate } from "~/ui/layout/chip";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { MessageForm } from "./message-form";
import { WithdrawLink } from "./withdraw";

interface RequestPageProps {
  linkKey: string;
  request: CustomerView;
  /** What was posted and not applied. */
  result: FormResult | undefined;
  idempotencyKey: string;
}

/** The request, its state and its quote, and what the customer can still do. */
export function RequestPage(props: RequestPageProps) {
  const { linkKey, request, result } = props;
  const isWithdrawal = result?.reply.initialValue?.intent === "withdraw";
  const reply = useReply(result, isWithdrawal ? CUSTOMER_MESSAGES.notWithdrawn : CUSTOMER_MESSAGES.notSent);
  return (
    <div className="page your-request">
      <header className="below-6">
        <h1>Your {request.name}</h1>
        <p className="cluster above-3">
          <Plate>{request.reference}</Plate> <span>Sent {request.sentAt}</span>
        </p>
      </header>
      <div className="grid gap-6 start results">
        <div className="stack">
          {isWithdrawal ? <NotWithdrawn message={reply?.error?.[""]?.[0]} /> : null}
          <State request={request} />
          {request.appointment ? <Appointment linkKey={linkKey} time={request.appointment} /> : null}
          {request.offer ? <Offer linkKey={linkKey} offer={request.offer} /> : null}
          <Estimates linkKey={linkKey} estimates={request.estimates} />
          {request.quote ? <Quote quote={request.quote} part={request.part} /> : null}
          <section className="card" aria-labelledby="sent-title">
            <h2 className="card__title" id="sent-title">
              What You Sent Us
            </h2>
            <dl className="summary-list">
              {request.facts.map(([label, text]) => (
                <div key={label} className="grid gap-0 gap-x-4 summary-list__row">
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            {request.canWithdraw ? (
              <div className="cluster gap-2 gap-x-4 above-5 screen-only">
                <p>{request.withdrawal.question}</p>
                <WithdrawLink linkKey={linkKey} request={request} />
              </div>
            ) : null}
          </section>
          <Messages {...props} reply={isWithdrawal ? undefined : reply} />
        </div>
        <Contact reference={request.reference} />
      </div>
    </div>
  );
}

function State({ request: { state, isWithdrawn, due } }: { request: CustomerView }) {
  const business = useBusiness();
  const call = <a href={phoneHref(business)}>{business.phone}</a>;
  const box = useRef<HTMLDivElement>(null);
  const wasWithdrawn = useRef(isWithdrawn);
  useEffect(() => {
    // The link that had the focus is gone.
    if (isWithdrawn && !wasWithdrawn.current) box.current?.focus();
    wasWithdrawn.current = isWithdrawn;
  }, [isWithdrawn]);
  if (isWithdrawn) {
    return (
      <Notice tone="info" title={<h2>You withdrew this request</h2>} tabIndex={-1} boxRef={box}>
        <p>We're not working on it anymore. Changed your mind? Call {call}.</p>
      </Notice>
    );
  }
  return (
    <Notice tone={due?.isOverdue ? "info" : "success"} title={<h2>{state}</h2>}>
      {due?.isOverdue ? (
        <p>
          We meant to answer by {due.at}. Sorry we're late: call {call} and we'll look right away.
        </p>
      ) : null}
      {due && !due.isOverdue ? <p>You'll hear from us by {due.at}.</p> : null}
    </Notice>
  );
}

function Appointment({ linkKey, time }: { linkKey: string; time: AppointmentTime }) {
  return (
    <section className="card" aria-labelledby="appointment-title">
      <h2 className="card__title" id="appointment-title">
        Your Appointment
      </h2>
      <p>
        <strong>{time.day}</strong>
        <br />
        {time.hours}
      </p>
      <p>
        <a className="tap" href={customerFileUrl(linkKey, CALENDAR_FILE)} download>
          Add it to your calendar
        </a>
      </p>
    </section>
  );
}

function Estimates({ linkKey, estimates }: { linkKey: string; estimates: CustomerView["estimates"] }) {
  if (estimates.length === 0) return null;
  return (
    <section className="card" aria-labelledby="estimate-title">
      <h2 className="card__title" id="estimate-title">
        {estimates.length === 1 ? "Your Estimate" : "Your Estimates"}
      </h2>
      {estimates.map(({ number, state, total }) => (
        <div key={number} className="cluster">
          <Plate price>{total}</Plate>
          <Link
            className={state === "sent" ? "button" : "button button--secondary"}
            to={customerFileUrl(linkKey, ESTIMATE_PAGE, { version: String(number) })}
          >
            {state === "sent" ? `Read and Approve Estimate ${number}` : `Estimate ${number}, approved`}
          </Link>
        </div>
      ))}
    </section>
  );
}

function Offer({ linkKey, offer: { state, amount, goodUntil } }: { linkKey: string; offer: CustomerOffer }) {
  const isOpen = state === "open";
  return (
    <section className="card" aria-labelledby="offer-title">
      <h2 className="card__title" id="offer-title">
        Our Offer
      </h2>
      <p className="cluster">
        <Plate price>{amount}</Plate>
        <Link
          className={isOpen ? "button" : "button button--secondary"}
          to={customerFileUrl(linkKey, OFFER_PAGE)}
        >
          {isOpen ? "Accept or Decline" : "See the Offer"}
        </Link>
      </p>
      {isOpen ? <p>Good until {goodUntil}</p> : null}
    </section>
  );
}

interface QuoteProps {
  quote: CustomerQuote;
  part: CustomerView["part"];
}

function Quote({ quote: { price, warranty, validUntil, isExpired }, part }: QuoteProps) {
  return (
    <section className="card" aria-labelledby="quote-title">
      <h2 className="card__title" id="quote-title">
        Your Quote
      </h2>
      <p>
        <Plate price>{price}</Plate>
      </p>
      {part?.coreCharge ? <p>{part.coreCharge}</p> : null}
      {warranty ? <p>Warranty: {warranty}</p> : null}
      {part ? (
        <p>
          <Link to={part.path}>{part.name}</Link>
          <br />
          <strong>We're holding it for you until {part.heldUntil}.</strong>
        </p>
      ) : null}
      {validUntil && !isExpired && !part ? <p>Valid until {validUntil}</p> : null}
      {isExpired ? (
        <p>
          <strong>This quote expired on {validUntil}.</strong> Call us for today's price.
        </p>
      ) : null}
    </section>
  );
}

interface MessagesProps extends Omit<RequestPageProps, "result"> {
  reply: SubmissionResult<string[]> | undefined;
}

function Messages({ linkKey, request, reply, idempotencyKey }: MessagesProps) {
  const { messages, canWrite, isFull } = request;
  if (messages.length === 0 && !canWrite && !reply) return null;
  return (
    <section className={messages.length === 0 ? "card screen-only" : "card"} aria-labelledby="messages-title">
      <h2 className="card__title" id="messages-title">
        {messages.length === 0 ? "Add a Message" : "Your Messages"}
      </h2>
      {messages.length > 0 ? (
        <ol className="grid messages">
          {messages.map(({ content, writtenAt }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two messages may say the same in the same minute
            <li key={position}>
              <p className="note">You, {writtenAt}</p>
              <p className="typed">{content}</p>
            </li>
          ))}
        </ol>
      ) : null}
      {isFull ? <p>That's as many messages as this page can take. Please call us.</p> : null}
      {/* What was typed stays if the request was cancelled in the meantime. */}
      {canWrite || reply ? (
        <MessageForm key={messages.length} linkKey={linkKey} idempotencyKey={idempotencyKey} reply={reply} />
      ) : null}
    </section>
  );
}

function NotWithdrawn({ message }: { message: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice tone="error" title="Not withdrawn" role="alert" tabIndex={-1} boxRef={box}>
      <p>{message}</p>
    </Notice>
  );
}

function Contact({ reference }: { reference: string }) {
  const business = useBusiness();
  return (
    <SidePanel id="contact-title" title="Questions?">
      <p>
        Give your reference: <strong>{reference}</strong>
      </p>
      <ContactLines business={business} lines={["phone", "email", "hours"]} />
    </SidePanel>
  );
}
