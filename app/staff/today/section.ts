import type { LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";

/** Who asks for what there is to do, and when. */
export type TodayArgs = Pick<StaffRequestArgs<LoaderFunctionArgs>, "context" | "session" | "now">;

/** What needs doing today, of one subject. */
export interface TodaySection {
  title: string;
  /** Shown if nothing needs doing; without it, an empty section is left out. */
  empty?: string;
  items: readonly TodayItem[];
}

/** One thing to do; its page is a tap away. */
export interface TodayItem {
  to: string;
  /** `2 overdue`, `Alternator, P000123`. */
  label: string;
  /** `Parts requests`, `until Mar 3, 2:00 PM`. */
  note?: string;
  /** How urgent it is: `late` counts next to Today in the frame. */
  tone?: "late" | "soon";
}
