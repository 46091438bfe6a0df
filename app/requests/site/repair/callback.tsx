import { useEffect, useRef } from "react";
import { openingHours, phoneHref } from "~/business/links";
import type { FormResult } from "~/http/public-form";
import { PRIVATE_LINK } from "~/requests/customer";
import { type ContactMethod, REPAIR_REQUEST_MESSAGES } from "~/requests/repair";
import { useSuccessView } from "~/requests/site/use-success-view";
import { ContactLines } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { CallbackForm } from "./callback-form";

interface Sent {
  reference: string;
  contactMethod: ContactMethod;
  /** The customer's own page of it. */
  link: string;
}

interface CallbackProps {
  result: FormResult | undefined;
  idempotencyKey: string;
  sent: Sent | undefined;
}

/** The callback form; after it was sent, the confirmation stands above it. */
export function Callback({ result, idempotencyKey, sent }: CallbackProps) {
  const isAlone = useSuccessView(sent?.reference);
  return (
    <section
      className="section"
      id="callback"
      aria-labelledby={isAlone ? "callback-sent-title" : "callback-title"}
    >
      <div className="page grid gap-8 start callback__columns">
        <div className="panel stack callback__main">
          {sent ? <Submitted key={sent.reference} sent={sent} /> : null}
          {isAlone ? null : (
            <>
              <h2 id="callback-title">Request a Callback</h2>
              <p className="lead">Leave your name and how to reach you. We'll take it from there.</p>
              <CallbackForm result={result} idempotencyKey={idempotencyKey} />
            </>
          )}
        </div>
        <Aside />
      </div>
    </section>
  );
}

function Submitted({ sent }: { sent: Sent }) {
  const business = useBusiness();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Notice
      tone="success"
      title={
        <h2 id="callback-sent-title" ref={title} tabIndex={-1}>
          {REPAIR_REQUEST_MESSAGES.submitted}
        </h2>
      }
    >
      <p>
        {sent.contactMethod === "phone"
          ? "We'll call you back at the number you gave us."
          : "We'll email you at the address you gave us."}{" "}
        We're open {openingHours(business)}.
      </p>
      <p>
        Your reference is <strong>{sent.reference}</strong>. Questions? Call{" "}
        <a href={phoneHref(business)}>{business.phone}</a>.
      </p>
      <p>
        <a href={sent.link}>See your request</a>, add a message or withdraw it. {PRIVATE_LINK}
      </p>
    </Notice>
  );
}

function Aside() {
  const business = useBusiness();
  return (
    <SidePanel id="call-us" title="Want to talk now?">
      <ContactLines business={business} lines={["phone", "hours"]} />
    </SidePanel>
  );
}
