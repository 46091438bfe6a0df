import { business } from "~/business/business.server";
import { isOpenOn } from "~/business/opening-hours";
import { type AppointmentTime, CALENDAR_FILE, weekOf } from "~/requests/appointment";
import {
  appointmentTime,
  type BookedRequest,
  findAppointments,
  hoursWarning,
  overlaps,
} from "~/requests/appointment.server";
import { type RequestStatus, vehicleName } from "~/requests/fields";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { dateFormat } from "~/values/date-format";
import { DAY_MS, daysAfter } from "~/values/days";
import { dayInTimeZone, formatDay, truncate } from "~/values/format";
import { formatReference } from "~/values/id";
import { type IsoDay, parseTypedDate } from "~/values/typed-date";

/** An appointment in the week. */
export interface AppointmentRow {
  id: string;
  path: string;
  reference: string;
  customer: string;
  phone: string | undefined;
  vehicle: string;
  work: string;
  status: Pick<RequestStatus, "label" | "tone">;
  time: AppointmentTime;
  /** What else is at that time, and that the shop is closed. */
  warnings: string[];
  file: string;
}

const WORK_LENGTH = 100;

/** The week of a day, `2026-12-15`; this week for anything else. */
export async function loadWeek(typed: string | null, now: Date) {
  const today = dayInTimeZone(business.timeZone, now);
  const days = weekOf(parseTypedDate(typed ?? "", today) ?? today);
  const [monday = today] = days;
  const sunday = daysAfter(monday, 6);
  const appointments = await findAppointments(monday, sunday);
  return {
    title: `${formatDay(monday)} to ${formatDay(sunday)}`,
    count: appointments.length,
    previous: daysAfter(monday, -7),
    next: daysAfter(monday, 7),
    isThisWeek: days.includes(today),
    days: days.map((day) => ({
      day,
      name: dayName(day),
      isToday: day === today,
      isClosed: business.hours.openDays.length > 0 && !isOpenOn(business.hours, Date.parse(day) / DAY_MS),
      rows: appointments
        .filter(({ appointment }) => dayOf(appointment.startsAt) === day)
        .map((request) => toRow(request, appointments)),
    })),
  };
}

function toRow(request: BookedRequest, all: readonly BookedRequest[]): AppointmentRow {
  const { _id, customerInfo, vehicleInfo, serviceInfo, appointment, status } = request;
  const { serviceType, otherServiceType, message, description } = serviceInfo;
  const { label, tone } = REPAIR_REQUESTS.statuses[status] ?? { label: status, tone: "gray" };
  const path = `${REPAIR_REQUESTS.path}/${_id}`;
  const others = all.filter((other) => other._id !== _id && overlaps(other.appointment, appointment));
  const warning = hoursWarning(appointment);
  return {
    id: _id,
    path,
    reference: formatReference(REPAIR_REQUESTS.prefix, _id),
    customer: customerInfo.name,
    phone: customerInfo.phone,
    vehicle: vehicleName(vehicleInfo),
    work: truncate(
      [serviceType, otherServiceType].filter(Boolean).join(": ") || message || description || "",
      WORK_LENGTH,
    ),
    status: { label, tone },
    time: appointmentTime(appointment),
    warnings: [
      ...others.map((other) => `Overlaps ${other.customerInfo.name}`),
      ...(warning ? ["Outside opening hours"] : []),
    ],
    file: `${path}/${CALENDAR_FILE}`,
  };
}

function dayOf(startsAt: string): IsoDay {
  return dayInTimeZone(business.timeZone, new Date(startsAt));
}

/** `Tuesday, December 15` */
function dayName(day: IsoDay): string {
  return dateFormat({ timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(
    new Date(day),
  );
}
