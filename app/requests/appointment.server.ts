import { sql } from "kysely";
import { business } from "~/business/business.server";
import { isOpenFor, localInstant, startOfDay } from "~/business/business-hours";
import { openingHours, postalAddress } from "~/business/links";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { type CalendarEvent, calendarFile } from "~/values/calendar-file.server";
import { daysAfter } from "~/values/days";
import { dayInTimeZone } from "~/values/format";
import { formatReference } from "~/values/id";
import type { IsoDay } from "~/values/typed-date";
import { APPOINTMENT_LENGTHS, type AppointmentTime, describeAppointment, endOf } from "./appointment";
import type { AppointmentFields } from "./appointment-schema";
import { type AppointmentRecord, vehicleName } from "./fields";
import { isListed } from "./open.server";
import { findRequestRow, toRequest } from "./record.server";
import { REPAIR_REQUESTS, type RepairRequest } from "./repair-requests";
import { type RequestRow, subjectOf } from "./request";
import { answeredAt, writeColumns } from "./work.server";

/** A repair request with an appointment. */
export type BookedRequest = RepairRequest & { appointment: AppointmentRecord };

/** The outcome of a change; `changed`: someone else has set another appointment since the form was opened. */
export type Booked =
  | { outcome: "done" | "changed"; appointment: AppointmentRecord | undefined }
  | { outcome: "not-found" };

/**
 * Sets the appointment of a repair request, which is scheduled then, unless work on it has begun.
 * @param options.expectedVersion the `setAt` that the form was opened with; null for no appointment
 */
export function setAppointment(
  id: string,
  { day, time, minutes }: AppointmentFields,
  options: { expectedVersion: string | null },
): Promise<Booked> {
  const startsAt = localInstant(business.timeZone, day, time).toISOString();
  return write(id, { appointmentAt: startsAt, appointmentMinutes: minutes }, options);
}

/** Removes the appointment of a repair request, which then waits to be scheduled again. */
export function removeAppointment(id: string, options: { expectedVersion: string | null }): Promise<Booked> {
  return write(id, { appointmentAt: null, appointmentMinutes: null }, options);
}

type Columns = Pick<RequestRow, "appointmentAt" | "appointmentMinutes">;

function write(
  id: string,
  columns: Columns,
  { expectedVersion }: { expectedVersion: string | null },
): Promise<Booked> {
  return transaction(async (): Promise<Booked> => {
    const row = await findRequestRow(REPAIR_REQUESTS, id);
    if (!row || row.deletedAt !== null) return { outcome: "not-found" };
    const { appointmentAt, appointmentMinutes } = columns;
    // A form that is posted twice finds its own change.
    if (row.appointmentAt === appointmentAt && row.appointmentMinutes === appointmentMinutes)
      return { outcome: "done", appointment: toRequest(REPAIR_REQUESTS, row).appointment };
    if (row.appointmentSetAt !== expectedVersion)
      return { outcome: "changed", appointment: toRequest(REPAIR_REQUESTS, row).appointment };
    const [from, to] = appointmentAt === null ? ["scheduled", "pending"] : ["pending", "scheduled"];
    const after = await writeColumns(REPAIR_REQUESTS, row, {
      ...columns,
      appointmentSetAt: appointmentAt === null ? null : now().toISOString(),
      status: sql<string>`case when status = ${from} then ${to} else status end`,
      ...(appointmentAt === null ? {} : answeredAt()),
    });
    return { outcome: "done", appointment: toRequest(REPAIR_REQUESTS, after).appointment };
  });
}

/** The appointments that begin on these days, the earliest first, without those of cancelled requests. */
export async function findAppointments(firstDay: IsoDay, lastDay: IsoDay): Promise<BookedRequest[]> {
  const { timeZone } = business;
  return findBetween(startOfDay(timeZone, firstDay), startOfDay(timeZone, daysAfter(lastDay, 1)));
}

/** The appointments that begin today, in the business's time zone. */
export function findAppointmentsToday(now: Date): Promise<BookedRequest[]> {
  const today = dayInTimeZone(business.timeZone, now);
  return findAppointments(today, today);
}

/** The other appointments at the same time as that of a request. */
export async function findOverlapping({ _id, appointment }: BookedRequest): Promise<BookedRequest[]> {
  const longest = Math.max(...APPOINTMENT_LENGTHS) * 60_000;
  const from = new Date(Date.parse(appointment.startsAt) - longest);
  const near = await findBetween(from, endOf(appointment));
  return near.filter((other) => other._id !== _id && overlaps(other.appointment, appointment));
}

/** Whether two appointments have a minute in common. */
export function overlaps(one: AppointmentRecord, other: AppointmentRecord): boolean {
  return one.startsAt < endOf(other).toISOString() && other.startsAt < endOf(one).toISOString();
}

async function findBetween(from: Date, until: Date): Promise<BookedRequest[]> {
  const rows = await db
    .selectFrom("repairRequests")
    .selectAll()
    .where("appointmentAt", ">=", from.toISOString())
    .where("appointmentAt", "<", until.toISOString())
    .where(isListed())
    .where("status", "!=", REPAIR_REQUESTS.withdrawn)
    .orderBy("appointmentAt")
    .orderBy("id")
    .execute();
  return rows.map((row) => toRequest(REPAIR_REQUESTS, row as RequestRow) as BookedRequest);
}

/** What to know about an appointment besides its time; undefined for nothing. */
export function hoursWarning({ startsAt, minutes }: AppointmentRecord): string | undefined {
  if (isOpenFor(business.hours, business.timeZone, new Date(startsAt), minutes)) return undefined;
  return `Outside opening hours (${openingHours(business)}).`;
}

/** When an appointment is, in the business's time zone. */
export function appointmentTime(appointment: AppointmentRecord): AppointmentTime {
  return describeAppointment(appointment, business.timeZone);
}

/** The calendar file of an appointment, for staff. @param url the request's page */
export function staffCalendarFile(request: BookedRequest, url: string | undefined): string {
  const { name, phone } = request.customerInfo;
  const about = [subjectOf(REPAIR_REQUESTS, request), phone, url];
  return calendarFile({
    ...eventOf(request),
    summary: `${name}: ${vehicleName(request.vehicleInfo) || REPAIR_REQUESTS.nameOf(request)}`,
    description: about.filter(Boolean).join("\n"),
  });
}

/** The calendar file of an appointment, for the customer. */
export function customerCalendarFile(request: BookedRequest): string {
  return calendarFile({
    ...eventOf(request),
    summary: `${business.name}: ${vehicleName(request.vehicleInfo) || "your car"}`,
    description: `Your reference: ${formatReference(REPAIR_REQUESTS.prefix, request._id)}\nQuestions? Call ${business.phone}.`,
  });
}

function eventOf({ _id, appointment }: BookedRequest): Omit<CalendarEvent, "summary" | "description"> {
  return {
    uid: `appointment-${_id}@${business.email.split("@")[1]}`,
    changedAt: new Date(appointment.setAt),
    startsAt: new Date(appointment.startsAt),
    endsAt: endOf(appointment),
    location: `${business.name}, ${postalAddress(business)}`,
  };
}
