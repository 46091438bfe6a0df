import { Form } from "@remix-run/react";
import { openingHours, phoneHref } from "~/business/links";
import { PRIVATE_LINK } from "~/requests/customer";
import { RESPONSE_PROMISE } from "~/requests/part";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { useHasAlerts } from "~/ui/layout/use-mail";
import type { WizardView } from "./view.server";
import { stepUrl } from "./wizard";

/** The confirmation of the visitor's last request, which stays until the next one is started. */
export function SentRequest({ sent }: { sent: NonNullable<WizardView["sent"]> }) {
  const business = useBusiness();
  const { phone, email } = business;
  return (
    <Notice
      tone="success"
      title={<h2>We have your request {sent.reference}</h2>}
      id="sent-request"
      tabIndex={-1}
    >
      <p>
        You requested: <strong>{sent.part}</strong>, {sent.vehicle}.
      </p>
      <p>
        We'll respond {RESPONSE_PROMISE}, by phone or email. Questions? Call{" "}
        <a href={phoneHref(business)}>{phone}</a> ({openingHours(business)}) or email{" "}
        <a href={`mailto:${email}?subject=${encodeURIComponent(`Part request ${sent.reference}`)}`}>
          {email}
        </a>
        .
      </p>
      <p>
        <a href={sent.link}>See your request</a>, add a message or withdraw it. {PRIVATE_LINK}
      </p>
      <Form method="post" action={stepUrl(1)}>
        <button type="submit" className="button button--secondary" name="intent" value="another">
          Request another part for this vehicle
        </button>
      </Form>
      {useHasAlerts() ? (
        <p>
          If we don't have it now: <a href="/alerts?for=request">Tell me when one arrives</a>
        </p>
      ) : null}
    </Notice>
  );
}
