/** A day as `YYYY-MM-DD`. Callers pass in today's date, so these functions need no clock. */
export type IsoDay = string;

/** How many years ahead a two-digit year may be. */
const YEARS_AHEAD = 10;

/**
 * The full year for two typed digits: in the previous century if they are more than 10 above this year's last two digits,
 * otherwise in this century.
 */
export function expandYear(twoDigits: string, today: IsoDay): number {
  const thisYear = Number(today.slice(0, 4));
  const century = thisYear - (thisYear % 100);
  const year = Number(twoDigits);
  return year > (thisYear % 100) + YEARS_AHEAD ? century - 100 + year : century + year;
}

/**
 * Parses a day typed as MM/DD/YY or MM/DD/YYYY, also with dashes, dots or no separators (as on a phone's number pad), or as
 * YYYY-MM-DD. Undefined for anything else, including a day that does not exist.
 */
export function parseTypedDate(text: string, today: IsoDay): IsoDay | undefined {
  const typed = text.trim();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed);
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(typed) ?? /^(\d\d)()(\d\d)(\d{4}|\d\d)$/.exec(typed);
  if (!parts) return undefined;
  const [, month, , day, year = ""] = parts;
  return isoDay(year.length === 2 ? expandYear(year, today) : Number(year), Number(month), Number(day));
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/**
 * Parses a day as other programs write it and nobody would type it: `2024/04/02`, `20240402`, `02-Apr-2024`, `13-Apr-24`, `Apr 2, 2024`.
 * Undefined for anything else.
 */
export function parseWrittenDate(text: string, today: IsoDay): IsoDay | undefined {
  const written = text.trim();
  const digits =
    /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(written) ?? /^((?:19|20)\d\d)()(\d\d)(\d\d)$/.exec(written);
  if (digits) return isoDay(Number(digits[1]), Number(digits[3]), Number(digits[4]));
  const dayFirst = /^(\d{1,2})[\s.-]*([a-z]{3,9})[\s.,-]*(\d{4}|\d\d)$/i.exec(written);
  const monthFirst = /^([a-z]{3,9})[\s.-]*(\d{1,2})[\s,.-]+(\d{4}|\d\d)$/i.exec(written);
  const [name, day, year = ""] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : [monthFirst?.[1], monthFirst?.[2], monthFirst?.[3]];
  const month = MONTHS.findIndex((full) => name !== undefined && full.startsWith(name.toLowerCase())) + 1;
  return month === 0
    ? undefined
    : isoDay(year.length === 2 ? expandYear(year, today) : Number(year), month, Number(day));
}

/** `03/02/2026` for a day or an ISO date-time in UTC. */
export function formatTypedDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
}

function isoDay(year: number, month: number, day: number): IsoDay | undefined {
  const text = `${String(year).padStart(4, "0")}-${padTwo(month)}-${padTwo(day)}`;
  const date = new Date(`${text}T00:00:00.000Z`);
  // JavaScript turns February 30 into March 2, so check that the day round-trips.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function padTwo(value: number): string {
  return String(value).padStart(2, "0");
}
