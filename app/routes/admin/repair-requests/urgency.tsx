import type { Urgency } from "~/models/repair-request";
import { Badge, type BadgeTone } from "~/ui/chip";

const TONES: Record<Urgency, BadgeTone> = {
  Low: "grey",
  Medium: "grey",
  High: "yellow",
  Emergency: "red",
};

/** How soon the customer needs it, as the customer said. */
export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  return <Badge tone={TONES[urgency]}>{urgency}</Badge>;
}
