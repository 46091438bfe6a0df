import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import type { FormResult } from "~/http/public-form";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { BackTo } from "~/staff/records/head";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { sendForm, useReply } from "~/ui/forms/public-form";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestFailure } from "./failure";
import { loadOfferForm, writeOffer } from "./offer.server";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const NOT_SENT = "The offer isn't saved. You may have lost your connection. Please try again.";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Offer for ${data.reference}` : OFFERED_CARS.list.title, matches);

export const loader = staffLoader(loadOfferForm);

export const action = staffAction(writeOffer, { savesForm: "page" });

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm<FormResult>(args);
}

/** The form on which staff make an offer for a car. */
export default function OfferPage() {
  const { reference, about, page, last, today, expectedVersion, values, saved } =
    useLoaderData<typeof loader>();
  const posted = useActionData<FormResult>();
  const restored = saved && { reply: saved.reply as SubmissionResult<string[]> };
  const [form, fields] = useForm<typeof values, unknown, string[]>({
    id: "offer-form",
    lastResult: useReply(posted ?? restored, NOT_SENT),
    defaultValue: values,
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={page} title={reference} />
      <header>
        <h1>Offer for {reference}</h1>
        <p className="lead">{about}</p>
      </header>
      {last ? (
        <p>
          The last offer was <strong>{last.amount}</strong>. A new one replaces it.
        </p>
      ) : null}
      <Form method="post" className="form wide" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.amount, fields.goodUntil]} />
        <input type="hidden" name={EXPECTED_VERSION_FIELD} value={expectedVersion} />
        <TextField field={fields.amount} label="Amount" inputMode="decimal" autoComplete="off" />
        <TextField
          field={fields.goodUntil}
          label="Good until"
          hint="The customer sees the offer at once on their private page, and can accept it until the end of this day."
          type="date"
          min={today}
        />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Saving..." : "Make Offer"}
          </button>
          <Link className="button button--secondary" to={page}>
            Cancel
          </Link>
        </div>
      </Form>
    </main>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={OFFERED_CARS} />;
}
