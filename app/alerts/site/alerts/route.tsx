import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  ALERT_FIELDS,
  ALERT_LABELS,
  ALERTS_PAGE,
  type AlertDefaults,
  type AlertField,
  UNCONFIRMED_ALERT_DAYS,
} from "~/alerts/alert";
import { areAlertsOn, requestAlert } from "~/alerts/alert.server";
import { ALERT_MESSAGES, type AlertFields } from "~/alerts/alert-schema";
import { retryAfterHeader, tooManyRequestsInit } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { Rejection, readPublicForm, takeForm } from "~/http/public-form.server";
import { CONFIRMATION_PERIOD_SECONDS } from "~/mail/outbox.server";
import type { PartRequest } from "~/requests/part-requests";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findLinkedRequest } from "~/requests/sent.server";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { useReply } from "~/ui/forms/public-form";
import { unlistedPage } from "~/ui/layout/page-title";
import { readDismantledQuery } from "~/vehicles/list-query";
import type * as Checks from "./checks";
import { checkAlert } from "./checks";

const NOT_STORED = "We couldn't save that. Please try again, or call us.";

type AlertInput = Record<AlertField, string>;

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) =>
  unlistedPage(view?.isSent ? "Check Your Email" : "Tell Me When One Arrives", matches);

// What a visitor typed must not stay in a cache.
export const headers: HeadersFunction = (responses) => ({
  "Cache-Control": "no-store",
  ...retryAfterHeader(responses),
});

/** `?sent=1` is where a form that was sent leads; the filters of the list, or the part request that was sent, fill in the form. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!areAlertsOn()) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const sent = await findLinkedRequest(PART_REQUESTS, searchParams.get("for") ?? "", new Date());
  const defaults = sent ? fromRequest(sent) : fromFilters(searchParams);
  return { isSent: searchParams.has("sent"), defaults };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!areAlertsOn()) throw new Response(null, { status: 404 });
  return takeForm(await readPublicForm(request, ALERT_FIELDS), context, {
    name: "an alert",
    check: checkAlert,
    limit: "arrivalAlert",
    store: async (fields) =>
      (await requestAlert(fields, new Date())) === "too-many-mails"
        ? new Rejection(ALERT_MESSAGES.tooManyMails, tooManyRequestsInit(CONFIRMATION_PERIOD_SECONDS))
        : redirect(`${ALERTS_PAGE}?sent=1`, 303),
  });
}

export default function Alerts() {
  const { isSent, defaults } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  return (
    <div className="page page--narrow section stack">
      {isSent && !result ? <CheckYourEmail /> : <AlertPageForm defaults={defaults} result={result} />}
    </div>
  );
}

function CheckYourEmail() {
  return (
    <>
      <h1>Check your email</h1>
      <p className="lead">We've sent a link to the address you gave. Open it and press “Yes, tell me”.</p>
      <p>
        Until then we won't send anything. The link works for {UNCONFIRMED_ALERT_DAYS} days. If it isn't there
        in a few minutes, look in your spam folder, or <a href={ALERTS_PAGE}>ask again</a>.
      </p>
      <p className="cluster">
        <a className="button" href="/parts">
          Back to our vehicles
        </a>{" "}
        <a className="button button--secondary" href="/partsrequest">
          Request a Part
        </a>
      </p>
    </>
  );
}

interface AlertPageFormProps {
  defaults: AlertDefaults;
  result: FormResult | undefined;
}

function AlertPageForm({ defaults, result }: AlertPageFormProps) {
  const [form, fields] = useCheckedForm<AlertInput, AlertFields, typeof Checks>({
    id: "alert-form",
    load: () => import("./checks"),
    validate: ({ checkAlert }, { formData }) => checkAlert(formData),
    lastResult: useReply(result, NOT_STORED),
    defaultValue: defaults,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <>
      <header className="section__head">
        <h1>Tell me when one arrives</h1>
        <p className="lead">
          Tell us the vehicle. When one like it comes into our yard, we'll email you right away.
        </p>
      </header>
      <form method="post" action={ALERTS_PAGE} className="form" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={ALERT_FIELDS.map((name) => fields[name])} />
        <Honeypot />
        <div className="grid halves gap-5">
          <TextField field={fields.make} label={ALERT_LABELS.make} autoComplete="off" />
          <TextField field={fields.model} label={ALERT_LABELS.model} autoComplete="off" />
        </div>
        <div className="grid halves gap-5">
          <TextField field={fields.yearFrom} label={ALERT_LABELS.yearFrom} inputMode="numeric" optional />
          <TextField field={fields.yearTo} label={ALERT_LABELS.yearTo} inputMode="numeric" optional />
        </div>
        <TextField
          field={fields.email}
          label={ALERT_LABELS.email}
          hint="We'll send a link to confirm first. Unsubscribe anytime."
          type="email"
          autoComplete="email"
        />
        <div className="cluster form__actions">
          <button type="submit" className="button">
            Email Me When One Arrives
          </button>
        </div>
      </form>
    </>
  );
}

function fromRequest({ vehicleInfo: { year, make, model }, customerInfo }: PartRequest): AlertDefaults {
  return { make, model, yearFrom: year?.toString(), yearTo: year?.toString(), email: customerInfo.email };
}

function fromFilters(params: URLSearchParams): AlertDefaults {
  const { make, model, yearFrom, yearTo } = readDismantledQuery(params);
  return { make, model, yearFrom: yearFrom?.toString(), yearTo: yearTo?.toString() };
}
