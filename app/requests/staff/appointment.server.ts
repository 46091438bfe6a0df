import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm, SAVED_FORM_MESSAGE } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { localTime } from "~/business/opening-hours";
import { readForm } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { redirectWithToast } from "~/http/toast.server";
import { answerQuery } from "~/requests/answer";
import { canMail } from "~/requests/answer.server";
import { APPOINTMENTS_PAGE, type AppointmentTime, CALENDAR_FILE } from "~/requests/appointment";
import {
  appointmentTime,
  type Booked,
  type BookedRequest,
  findOverlapping,
  hoursWarning,
  removeAppointment,
  setAppointment,
} from "~/requests/appointment.server";
import { appointmentFormSchema } from "~/requests/appointment-schema";
import type { AppointmentRecord } from "~/requests/fields";
import { findRequest, findStaffRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS, type RepairRequest } from "~/requests/repair-requests";
import { REQUEST_GONE } from "~/requests/work";
import { checkForm } from "~/ui/forms/check-form";
import { dayInTimeZone } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { formatTypedTime } from "~/values/typed-time";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const FIELDS = ["intent", EXPECTED_VERSION_FIELD, "day", "time", "minutes"];

/** An appointment as staff see it. */
export interface AppointmentView {
  /** Undefined without an appointment. */
  time: AppointmentTime | undefined;
  /** What is wrong with the time, such as that the shop is closed then. */
  warning: string | undefined;
  /** The others at the same time. */
  overlapping: { path: string; text: string }[];
  /** The form's address, and what it begins with. */
  action: string;
  values: { day: string; time: string; minutes: string };
  expectedVersion: string;
  today: string;
  file: string;
  week: string;
}

/** The response to a form that was not applied. */
export interface AppointmentResult extends FormResult {
  /** The version that the form expects once it is shown again. */
  expectedVersion?: string | undefined;
}

/** A repair request's appointment for its page. */
export async function loadAppointment(request: RepairRequest, now: Date): Promise<AppointmentView> {
  const { _id, appointment } = request;
  const page = `${REPAIR_REQUESTS.path}/${_id}`;
  const today = dayInTimeZone(business.timeZone, now);
  const values = appointment ? toValues(appointment) : { day: "", time: "", minutes: "60" };
  return {
    time: appointment && appointmentTime(appointment),
    warning: appointment && hoursWarning(appointment),
    overlapping: appointment ? await describeOverlapping({ ...request, appointment }) : [],
    action: `${page}/appointment`,
    values,
    expectedVersion: appointment?.setAt ?? "",
    today,
    file: `${page}/${CALENDAR_FILE}`,
    week: `${APPOINTMENTS_PAGE}?week=${values.day || today}`,
  };
}

/** The page of the form alone, which shows what was not applied. @throws Response 404 */
export async function loadAppointmentPage(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const {
    params: { id },
    now,
  } = args;
  const request = isValidId(id) ? await findStaffRequest(REPAIR_REQUESTS, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  const saved = await readSavedForm(args, FIELDS);
  return {
    reference: formatReference(REPAIR_REQUESTS.prefix, request._id),
    name: request.customerInfo.name,
    page: `${REPAIR_REQUESTS.path}/${request._id}`,
    appointment: await loadAppointment(request, now),
    saved: saved && {
      reply: checkAppointment(saved, now).reply({ formErrors: [SAVED_FORM_MESSAGE] }),
      expectedVersion: saved.get(EXPECTED_VERSION_FIELD)?.toString(),
    },
  };
}

/** Sets or removes the appointment and returns to the request's page. A form that is not applied comes back as typed. */
export async function bookAppointment({
  request,
  params: { id },
  now,
}: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const expectedVersion = form.get(EXPECTED_VERSION_FIELD)?.toString() || null;
  const submission = checkAppointment(form, now);
  const isRemoval = form.get("intent") === "remove";
  if (!isRemoval && submission.status !== "success")
    return data<AppointmentResult>({ reply: submission.reply() }, 400);
  const booked =
    isRemoval || submission.status !== "success"
      ? await removeAppointment(id, { expectedVersion })
      : await setAppointment(id, submission.value, { expectedVersion });
  if (booked.outcome === "done") return tellDone(id, booked);
  if (booked.outcome === "not-found")
    return data<AppointmentResult>({ reply: submission.reply({ formErrors: [REQUEST_GONE] }) }, 409);
  const { appointment } = booked;
  const theirs = appointment ? `set it to ${inWords(appointment)}` : "removed it";
  const message = `Someone else has ${theirs}. Yours isn't saved. Save again to replace it.`;
  return data<AppointmentResult>(
    {
      reply: submission.reply({ formErrors: [message] }),
      expectedVersion: appointment?.setAt ?? "",
    },
    409,
  );
}

function checkAppointment(form: FormData, now: Date) {
  return checkForm(form, appointmentFormSchema(dayInTimeZone(business.timeZone, now)));
}

async function tellDone(id: string, { appointment }: Extract<Booked, { outcome: "done" | "changed" }>) {
  const page = `${REPAIR_REQUESTS.path}/${id}`;
  const request = await findRequest(REPAIR_REQUESTS, id);
  if (!appointment || !request) return redirectWithToast(page, { title: "Appointment removed" });
  const overlapping = await describeOverlapping({ ...request, appointment });
  const notes = [hoursWarning(appointment), ...overlapping.map(({ text }) => `Overlaps ${text}.`)];
  return redirectWithToast(page, {
    title: "Appointment saved",
    description: [`${inWords(appointment)}.`, ...notes].filter(Boolean).join(" "),
    ...(canMail(request)
      ? {
          action: {
            label: "Tell the customer",
            method: "get" as const,
            to: `${page}/answer`,
            fields: answerQuery({ about: "scheduled", from: page }),
          },
        }
      : {}),
  });
}

async function describeOverlapping(request: BookedRequest): Promise<AppointmentView["overlapping"]> {
  return (await findOverlapping(request)).map(({ _id, appointment, customerInfo }) => ({
    path: `${REPAIR_REQUESTS.path}/${_id}`,
    text: `${formatReference(REPAIR_REQUESTS.prefix, _id)} of ${customerInfo.name}, ${appointmentTime(appointment).hours}`,
  }));
}

function inWords(appointment: AppointmentRecord): string {
  const { day, hours } = appointmentTime(appointment);
  return `${day}, ${hours}`;
}

function toValues({ startsAt, minutes }: AppointmentRecord): AppointmentView["values"] {
  const start = new Date(startsAt);
  return {
    day: dayInTimeZone(business.timeZone, start),
    time: formatTypedTime(localTime(business.timeZone, start)?.minute ?? 0),
    minutes: String(minutes),
  };
}
