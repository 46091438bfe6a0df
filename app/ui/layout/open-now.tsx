import type { Business } from "~/business/links";
import { longestOpenText, type OpeningHours } from "~/business/opening-hours";

/** The JSON in the element's `data-hours`. */
export interface OpenNowHours {
  hours: OpeningHours;
  timeZone: string;
}

/**
 * "Open now, until 5pm", in the business's time zone, filled in by script (ui/elements/open-now.ts) because pages are
 * cached. `data-longest` reserves its space.
 */
export function OpenNow({ business: { hours, timeZone } }: { business: Business }) {
  const { openDays, week, closedOn } = hours;
  if (openDays.length === 0) return null;
  return (
    <open-now
      class="screen-only open-now"
      data-hours={JSON.stringify({ hours: { openDays, week, closedOn }, timeZone } satisfies OpenNowHours)}
      data-longest={longestOpenText(hours)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React leaves the element's content alone
      dangerouslySetInnerHTML={EMPTY}
      suppressHydrationWarning
    />
  );
}

const EMPTY = { __html: "" };
