/** A day as `YYYY-MM-DD`. Which one is today comes from whoever asks, so these rules know no clock. */
export type IsoDay = string;

/** How far ahead of this year a two-digit year may lie (specification, section 5). */
const YEARS_AHEAD = 10;

/**
 * The year that two typed digits stand for: one that is greater than today's two digits plus 10 falls in the previous
 * century, any other in the current one (specification, section 5).
 */
export function expandYear(twoDigits: string, today: IsoDay): number {
  const thisYear = Number(today.slice(0, 4));
  const century = thisYear - (thisYear % 100);
  const year = Number(twoDigits);
  return year > (thisYear % 100) + YEARS_AHEAD ? century - 100 + year : century + year;
}

/**
 * The day that was typed as MM/DD/YY or MM/DD/YYYY, also with dashes, dots or, as a phone's number pad gives it, nothing
 * between, or as ISO's YYYY-MM-DD. Undefined for anything else, and for a day that no calendar has.
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

/** A day as it is typed: `03/02/2026`. Takes a day or a date-time whose day is meant in UTC. */
export function typedDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
}

function isoDay(year: number, month: number, day: number): IsoDay | undefined {
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const moment = new Date(`${text}T00:00:00.000Z`);
  // 30 February would read as 2 March: only a day that comes back as it went in is one.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined;
}

function two(figure: number): string {
  return String(figure).padStart(2, "0");
}
