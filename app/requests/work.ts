import { dateFormat } from "~/values/date-format";
import { DAY_MS } from "~/values/days";
import { countNoun } from "~/values/format";

/** An answer that is due within this many business hours is due soon. */
export const DUE_SOON_HOURS = 4;

/** What a form on a request's page does: the value of its `intent` field. */
export const WORK_INTENTS = [
  "status",
  "note",
  "quote",
  "won",
  "lost",
  "follow-up",
  "fold",
  "assign",
  "spam",
  "not-spam",
  "delete",
  "undelete",
] as const;
export type WorkIntent = (typeof WORK_INTENTS)[number];

/** Why a request was closed without a sale. */
export const LOST_REASONS = {
  price: "Price",
  "not-in-stock": "We don't have it",
  "no-answer": "No answer",
  "bought-elsewhere": "Bought elsewhere",
  "not-ours": "Not ours",
  "sold-elsewhere": "Sold elsewhere",
  "no-title": "No title",
  "not-wanted": "We don't want it",
} as const;
export type LostReason = keyof typeof LOST_REASONS;
export type LostReasons = readonly [LostReason, ...LostReason[]];

/** Those for a request for something of ours, and those for a car that someone offers us. */
export const LOST_SALE_REASONS: LostReasons = [
  "price",
  "not-in-stock",
  "no-answer",
  "bought-elsewhere",
  "not-ours",
];
export const LOST_CAR_REASONS: LostReasons = [
  "price",
  "no-answer",
  "sold-elsewhere",
  "no-title",
  "not-wanted",
];

/** How a request is closed: won, or lost for a reason. */
export const CLOSED_AS: Readonly<Record<"won" | LostReason, string>> = {
  won: "Won",
  price: "Lost: price",
  "not-in-stock": "Lost: we don't have it",
  "no-answer": "Lost: no answer",
  "bought-elsewhere": "Lost: bought elsewhere",
  "not-ours": "Lost: not ours",
  "sold-elsewhere": "Lost: sold elsewhere",
  "no-title": "Lost: no title",
  "not-wanted": "Lost: we don't want it",
};

/** The message of a form whose request was removed permanently. */
export const REQUEST_GONE = "We can't find that request. It may have been deleted.";

/** When an answer is due, as staff read it. */
export interface Due {
  at: string;
  /** `Due by Wednesday 3 pm`, `Overdue by 2 days` */
  text: string;
  state: "overdue" | "soon" | "later";
}

/**
 * When an answer is due, in words.
 * @param options.soonUntil until when an answer is due soon
 */
export function describeDue(
  at: string,
  { now, soonUntil, timeZone }: { now: Date; soonUntil: Date; timeZone: string },
): Due {
  const due = new Date(at);
  const lateMs = now.getTime() - due.getTime();
  if (lateMs >= 0) return { at, text: `Overdue by ${duration(lateMs)}`, state: "overdue" };
  const state = due <= soonUntil ? "soon" : "later";
  return { at, text: `Due by ${describeTime(at, now, timeZone)}`, state };
}

/** Until when a customer hears from us, as people say it, by the next full hour: `Tuesday 2 pm` for 1:20 pm. */
export function describePromise(at: string, now: Date, timeZone: string): string {
  const hour = new Date(Math.ceil(Date.parse(at) / HOUR_MS) * HOUR_MS);
  return describeTime(hour.toISOString(), now, timeZone);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function duration(ms: number): string {
  if (ms < HOUR_MS) return countNoun(Math.max(1, Math.floor(ms / MINUTE_MS)), "minute");
  if (ms < 2 * DAY_MS) return countNoun(Math.floor(ms / HOUR_MS), "hour");
  return countNoun(Math.floor(ms / DAY_MS), "day");
}

/** `3 pm today`, `Wednesday 3:30 pm`; the date if the day of the week could be in another week. */
function describeTime(at: string, now: Date, timeZone: string): string {
  const due = new Date(at);
  const format = (options: Intl.DateTimeFormatOptions, date = due) =>
    dateFormat({ timeZone, ...options }).format(date);
  // ICU versions differ in the space before AM and PM.
  const time = format({ hour: "numeric", minute: "2-digit" })
    .replace(":00", "")
    .replace(/\s([AP]M)$/, (_, half: string) => ` ${half.toLowerCase()}`);
  if (format({ dateStyle: "short" }) === format({ dateStyle: "short" }, now)) return `${time} today`;
  const isThisWeek = Math.abs(due.getTime() - now.getTime()) < 6 * DAY_MS;
  return `${format(isThisWeek ? { weekday: "long" } : { month: "short", day: "numeric" })} ${time}`;
}
