import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { APPOINTMENTS_PAGE } from "~/requests/appointment";
import { Badge } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { type AppointmentRow, loadWeek } from "./appointments.server";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageTitle("Appointments", matches, "For staff.");

export const loader = staffLoader(({ request, now }) =>
  loadWeek(new URL(request.url).searchParams.get("week"), now),
);

export const action = noStaffAction;

/** The appointments of a week, day by day. */
export default function Appointments() {
  const { title, count, days, previous, next, isThisWeek } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page staff-page stack gap-3" tabIndex={-1}>
      <header className="row between start">
        <div>
          <h1>Appointments</h1>
          <p className="lead">
            {title}:{" "}
            {count === 0 ? "no appointments" : count === 1 ? "1 appointment" : `${count} appointments`}
          </p>
        </div>
        <PrintButton className="button button--secondary button--small">
          <span className="visually-hidden--phone">Print</span>
        </PrintButton>
      </header>
      <nav className="cluster gap-2 screen-only" aria-label="Week">
        <WeekLink day={previous}>
          <Icon name="arrow-left" size={20} />
          Previous week
        </WeekLink>
        {isThisWeek ? null : <WeekLink>Today</WeekLink>}
        <WeekLink day={next}>
          Next week
          <Icon name="arrow-right" size={20} />
        </WeekLink>
      </nav>
      <table className="wide table small breaks appointments">
        <thead className={count === 0 ? "visually-hidden" : undefined}>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Customer</th>
            <th scope="col">Vehicle</th>
            <th scope="col">Work</th>
            <th scope="col">Status</th>
            <th scope="col" className="screen-only">
              <span className="visually-hidden">Calendar file</span>
            </th>
          </tr>
        </thead>
        {days.map(({ day, name, isToday, isClosed, rows }) => (
          <tbody key={day}>
            <tr className="appointments__day">
              <th scope="rowgroup" colSpan={6}>
                {name}
                {isToday ? ", today" : null}
                {isClosed ? <span className="muted appointments__none"> Closed</span> : null}
                {rows.length === 0 && !isClosed ? (
                  <span className="muted appointments__none"> No appointments</span>
                ) : null}
              </th>
            </tr>
            {rows.map((row) => (
              <Appointment key={row.id} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </main>
  );
}

function WeekLink({ day, children }: { day?: string; children: React.ReactNode }) {
  return (
    <Link
      className="button button--secondary button--small"
      to={day ? `${APPOINTMENTS_PAGE}?week=${day}` : APPOINTMENTS_PAGE}
    >
      {children}
    </Link>
  );
}

function Appointment({ row }: { row: AppointmentRow }) {
  const { path, reference, customer, phone, vehicle, work, status, time, warnings, file } = row;
  return (
    <tr className="appointments__row">
      <td className="appointments__time">
        <strong>{time.hours}</strong>
        <span className="note block">{time.length}</span>
        {warnings.map((warning) => (
          <strong key={warning} className="tone--soon block">
            {warning}
          </strong>
        ))}
      </td>
      <td>
        <Link className="tap" to={path}>
          {customer}
          <span className="visually-hidden"> {reference}</span>
        </Link>
        {phone ? <span className="block">{phone}</span> : null}
      </td>
      <td>{vehicle}</td>
      <td>{work}</td>
      <td>
        <Badge tone={status.tone}>{status.label}</Badge>
      </td>
      <td className="screen-only">
        <a className="tap" href={file} download>
          Calendar file<span className="visually-hidden"> of {reference}</span>
        </a>
      </td>
    </tr>
  );
}
