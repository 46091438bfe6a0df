import { Link } from "@remix-run/react";
import { Notice } from "~/ui/layout/notice";
import type { AppointmentView } from "./appointment.server";
import { AppointmentForm } from "./appointment-form";

interface AppointmentPanelProps {
  appointment: AppointmentView;
  /** False for a deleted request. */
  canChange: boolean;
}

/** On a repair request's page: when the car comes in, and the form to set it. */
export function AppointmentPanel({ appointment, canChange }: AppointmentPanelProps) {
  const { time, file, week } = appointment;
  return (
    <section className="stack gap-3 appointment" aria-labelledby="appointment-title">
      <h2 id="appointment-title">Appointment</h2>
      {time ? (
        <p>
          <strong>{time.day}</strong>, {time.hours} ({time.length})
        </p>
      ) : (
        <p className="muted">None yet</p>
      )}
      <AppointmentWarnings appointment={appointment} />
      {canChange ? (
        <div className="stack gap-3 screen-only">
          <AppointmentForm key={appointment.expectedVersion} appointment={appointment} />
          <p className="cluster tap-links">
            <Link to={week}>See that week</Link>
            {time ? (
              <a href={file} download>
                Calendar file
              </a>
            ) : null}
          </p>
        </div>
      ) : null}
    </section>
  );
}

/** That the shop is closed then, and what else is at that time. */
export function AppointmentWarnings({
  appointment: { warning, overlapping },
}: {
  appointment: AppointmentView;
}) {
  if (!warning && overlapping.length === 0) return null;
  return (
    <Notice tone="info" title="Check the time">
      {warning ? <p>{warning}</p> : null}
      {overlapping.map(({ path, text }) => (
        <p key={path}>
          Overlaps <Link to={path}>{text}</Link>
        </p>
      ))}
    </Notice>
  );
}
