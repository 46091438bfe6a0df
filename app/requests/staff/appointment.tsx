import type { SubmissionResult } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { BackTo } from "~/staff/records/head";
import { sendForm } from "~/ui/forms/public-form";
import { pageTitle } from "~/ui/layout/page-title";
import { type AppointmentResult, bookAppointment, loadAppointmentPage } from "./appointment.server";
import { AppointmentForm } from "./appointment-form";
import { AppointmentWarnings } from "./appointment-panel";
import { RequestFailure } from "./failure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Appointment for ${data.reference}` : REPAIR_REQUESTS.list.title, matches);

export const loader = staffLoader(loadAppointmentPage);

export const action = staffAction(bookAppointment, { savesForm: "page" });

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm<AppointmentResult>(args);
}

/** The form of an appointment on its own page, which shows one that wasn't applied again. */
export default function AppointmentPage() {
  const { reference, name, page, appointment, saved } = useLoaderData<typeof loader>();
  const posted = useActionData<AppointmentResult>();
  const restored = saved && { ...saved, reply: saved.reply as SubmissionResult<string[]> };
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={page} title={reference} />
      <header>
        <h1>Appointment for {reference}</h1>
        <p className="lead">
          {name}
          {appointment.time ? `, now ${appointment.time.day}, ${appointment.time.hours}` : null}
        </p>
      </header>
      <AppointmentWarnings appointment={appointment} />
      <AppointmentForm appointment={appointment} result={posted ?? restored} />
    </main>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={REPAIR_REQUESTS} />;
}
