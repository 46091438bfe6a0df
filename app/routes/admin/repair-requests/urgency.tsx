import type { Urgency } from "~/models/repair-request";

const TONES: Record<Urgency, "green" | "yellow" | "red" | "grey"> = {
  Low: "grey",
  Medium: "grey",
  High: "yellow",
  Emergency: "red",
};

/** How soon the customer needs it, as the customer said. */
export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  return <span className={`badge badge--${TONES[urgency]}`}>{urgency}</span>;
}
