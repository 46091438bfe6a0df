import type { Business } from "~/business/links";
import { longestOpenText } from "~/business/opening-hours";

/** The JSON in the element's `data-hours`. */
export type OpenNowHours = Pick<Business, "hours" | "timeZone">;

/**
 * "Open now, until 5pm", in the business's time zone, filled in by script (ui/elements/open-now.ts) because pages are
 * cached. `data-longest` reserves its space.
 */
export function OpenNow({ business: { hours, timeZone } }: { business: Business }) {
  if (hours.openDays.length === 0) return null;
  return (
    <open-now
      class="open-now"
      data-hours={JSON.stringify({ hours, timeZone } satisfies OpenNowHours)}
      data-longest={longestOpenText(hours)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React leaves the element's content alone
      dangerouslySetInnerHTML={EMPTY}
      suppressHydrationWarning
    />
  );
}

const EMPTY = { __html: "" };
