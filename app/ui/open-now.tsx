import { useEffect } from "react";
import type { Business } from "~/models/business";
import { longestOpenWords } from "~/models/opening-hours";

/** What the element needs to know, as JSON in its `data-hours`. */
export type OpenNowHours = Pick<Business, "hours" | "timeZone">;

/**
 * "Open now, until 5pm" beside the hours, by the business's own clock. Only script knows what time it is while the page
 * is read; until it has come, and without it, the hours alone stand there. The longest words keep the place. What is in the
 * element is the affair of open-now-element.ts alone, which needs neither React nor a visitor's touch.
 */
export function OpenNow({ business: { hours, timeZone } }: { business: Business }) {
  useEffect(() => {
    import("./open-now-element");
  }, []);
  if (hours.openDays.length === 0) return null;
  return (
    <open-now
      class="open-now"
      data-hours={JSON.stringify({ hours, timeZone } satisfies OpenNowHours)}
      data-longest={longestOpenWords(hours)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty: it keeps React away from what the element says of itself
      dangerouslySetInnerHTML={NOTHING}
      suppressHydrationWarning
    />
  );
}

const NOTHING = { __html: "" };

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "open-now": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> & {
        class?: string;
      };
    }
  }
}
