import { dateFormat } from "~/values/date-format";
import { daysAfter } from "~/values/days";
import { formatCount, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import type { IsoDay } from "~/values/typed-date";

/* Reports: each one's name, subject and content. Money is in whole cents until it is written for a reader. */

export const REPORTS_PAGE = "/admin/reports";

/** What a column has; it decides how a cell is written and how it is aligned. */
type CellKind = "text" | "day" | "count" | "money" | "percent" | "hours";

interface ReportColumn {
  label: string;
  kind: CellKind;
}

/** Text, a day as `2026-11-26`, a count, cents, a percentage or hours; null where it is not known. */
export type ReportCell = string | number | null;

export interface ReportRow {
  cells: readonly ReportCell[];
  /** The page of what the row is about. */
  to?: string | undefined;
}

/** One bar of a chart, in cents or as a count. */
export interface Bar {
  label: string;
  value: number;
}

/** What a report says. */
export interface Report {
  /** The figures on top, the most important first. */
  figures: readonly { label: string; value: string }[];
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** The last row of the table. */
  total?: readonly ReportCell[];
  chart?: { title: string; kind: "money" | "count"; bars: readonly Bar[] };
  /** What a reader should know of how it was counted. */
  notes?: readonly string[];
}

/** A report as its page offers it. */
interface ReportInfo {
  title: string;
  about: string;
  /** What its rows are, by the value in the address; without it, there is one way. */
  by?: Readonly<Record<string, string>>;
  /** False for what is so now, whatever the days. */
  hasDays: boolean;
}

export const REPORTS = {
  sold: {
    title: "Sold",
    about: "What was sold, less discounts and returns.",
    by: { day: "Day", part: "Kind of part", clerk: "Clerk", payment: "Payment" },
    hasDays: true,
  },
  tax: { title: "Sales Tax", about: "Tax collected, by place and rate.", hasDays: true },
  shelf: {
    title: "On the Shelf",
    about: "Parts by how long they've been here, and what they'd bring.",
    hasDays: false,
  },
  cars: {
    title: "Cars",
    about:
      "By car: what it cost, what it and its parts brought in, what's still on the shelf, and what it made.",
    hasDays: true,
  },
  missed: {
    title: "Asked For and Not Bought",
    about: "Parts that people asked for and did not buy, with what is on the shelf now.",
    hasDays: true,
  },
  requests: {
    title: "Requests Won and Lost",
    about: "How each kind of request ended, why it was lost, and how long the first answer took.",
    hasDays: true,
  },
  buy: {
    title: "What to Buy",
    about: "What sells, what we're short of, and what we have more than enough of.",
    hasDays: false,
  },
} as const satisfies Record<string, ReportInfo>;
export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

/** The report of an address; undefined if there is none. */
export function findReport(name: string | undefined): (ReportInfo & { name: ReportName }) | undefined {
  const found = REPORT_NAMES.find((one) => one === name);
  return found && { name: found, ...REPORTS[found] };
}

/** The first and the last day of a report. */
export interface Days {
  from: IsoDay;
  to: IsoDay;
}

/** Days that are often asked for, by name. */
export function commonDays(today: IsoDay): { label: string; days: Days }[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const monthOf = (back: number): Days => ({
    from: isoDay(year, month - 1 - back, 1),
    to: isoDay(year, month - back, 0),
  });
  return [
    { label: "Today", days: { from: today, to: today } },
    { label: "This month", days: { from: monthOf(0).from, to: today } },
    { label: "Last month", days: monthOf(1) },
    { label: "This year", days: { from: isoDay(year, 0, 1), to: today } },
    { label: "Last year", days: { from: isoDay(year - 1, 0, 1), to: isoDay(year, 0, 0) } },
  ];
}

/** The days of an address, `?from=2026-11-01&to=2026-11-30`: this month unless it says others; `problem` if it says impossible ones. */
export function readDays(params: URLSearchParams, today: IsoDay): Days & { problem?: string } {
  const typed = { from: params.get("from") ?? "", to: params.get("to") ?? "" };
  const thisMonth = { from: `${today.slice(0, 8)}01`, to: today };
  if (typed.from === "" && typed.to === "") return thisMonth;
  const from = toDay(typed.from || thisMonth.from);
  const to = toDay(typed.to || today);
  if (!from || !to) return { ...thisMonth, problem: "Please enter days, such as 11/01/2026" };
  if (from > to) return { ...thisMonth, problem: "The first day is after the last one" };
  return { from, to };
}

/** How a cell is written for a reader; a dash for what is not known. */
export function formatCell(cell: ReportCell, kind: CellKind): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return kind === "day" ? formatDay(`${cell}T00:00:00.000Z`) : cell;
  if (kind === "money") return formatExactPrice(cell / 100);
  if (kind === "percent") return `${cell}%`;
  if (kind === "hours") return `${cell} h`;
  return formatCount(cell);
}

/** A cell of the report's CSV file: money in dollars, days as `2026-11-26`, nothing for what is not known. */
export function exportCell(cell: ReportCell, kind: CellKind): string | number | undefined {
  if (cell === null) return undefined;
  return kind === "money" && typeof cell === "number" ? cell / 100 : cell;
}

/** The most bars that can be told from each other: days, and the months of ten years. */
const MOST_DAYS = 62;
const MOST_MONTHS = 120;

/** Bars by day, every day of them; by month where there are too many days, and by year where there are too many months. */
export function barsOf(values: ReadonlyMap<IsoDay, number>, { from, to }: Days): Bar[] {
  const [year = 0, month = 0] = from.split("-").map(Number);
  const days = listUntil(to, MOST_DAYS, (index) => daysAfter(from, index));
  if (days) return toBars(days, values, (day) => formatCell(day, "day"));
  const months = listUntil(to.slice(0, 7), MOST_MONTHS, (index) =>
    isoDay(year, month - 1 + index, 1).slice(0, 7),
  );
  if (months) return toBars(months, sumBy(values, 7), monthLabel);
  const years = sumBy(values, 4);
  const known = [...years.keys()].sort();
  const [first, last] = [Number(known[0]), Number(known.at(-1))];
  const all = Array.from({ length: last - first + 1 || 0 }, (_, index) => String(first + index));
  return toBars(all, years, String);
}

/** From the first to the last; undefined if there are more than so many. */
function listUntil(last: string, most: number, at: (index: number) => string): string[] | undefined {
  const listed: string[] = [];
  for (let one = at(0); one <= last; one = at(listed.length)) {
    if (listed.length === most) return undefined;
    listed.push(one);
  }
  return listed;
}

/** The sums of the days that begin alike: of a month with 7 characters, of a year with 4. */
function sumBy(values: ReadonlyMap<IsoDay, number>, length: number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [day, value] of values)
    sums.set(day.slice(0, length), (sums.get(day.slice(0, length)) ?? 0) + value);
  return sums;
}

function toBars(
  names: readonly string[],
  values: ReadonlyMap<string, number>,
  labelOf: (name: string) => string,
): Bar[] {
  return names.map((name) => ({ label: labelOf(name), value: values.get(name) ?? 0 }));
}

function monthLabel(month: string): string {
  return dateFormat({ timeZone: "UTC", year: "numeric", month: "short" }).format(
    new Date(`${month}-01T00:00:00.000Z`),
  );
}

function isoDay(year: number, month: number, day: number): IsoDay {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function toDay(text: string): IsoDay | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** Without the rules of a language, which take ten times as long: a year has tens of thousands of rows. */
export function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
