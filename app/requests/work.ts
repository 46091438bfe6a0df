/** An answer that is due within this many business hours is due soon. */
export const DUE_SOON_HOURS = 4;

/** What a form on a request's page does: the value of its `intent` field. */
export const WORK_INTENTS = [
  "status",
  "note",
  "quote",
  "assign",
  "spam",
  "not-spam",
  "delete",
  "undelete",
] as const;
export type WorkIntent = (typeof WORK_INTENTS)[number];

/** The message of a form whose request is gone for good. */
export const REQUEST_GONE = "We can't find that request. It may have been deleted.";

/** When an answer is due, as staff read it. */
export interface Due {
  at: string;
  /** `Due Mon 3 PM`, `Overdue by 2 days` */
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
  return { at, text: `Due ${dayAndTime(due, now, timeZone)}`, state };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function duration(ms: number): string {
  if (ms < HOUR_MS) return count(Math.max(1, Math.floor(ms / MINUTE_MS)), "minute");
  if (ms < 2 * DAY_MS) return count(Math.floor(ms / HOUR_MS), "hour");
  return count(Math.floor(ms / DAY_MS), "day");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `today 3 PM`, `Mon 3:30 PM`; the date where the day of the week could be another week's. */
function dayAndTime(due: Date, now: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone, ...options }).format(due).replaceAll("\u202f", " ");
  const time = format({ hour: "numeric", minute: "2-digit" }).replace(":00", "");
  const date = (day: Date) => new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "short" }).format(day);
  if (date(due) === date(now)) return `today ${time}`;
  const isThisWeek = due.getTime() - now.getTime() < 6 * DAY_MS;
  return `${format(isThisWeek ? { weekday: "short" } : { month: "short", day: "numeric" })} ${time}`;
}
