import { keysOf } from "~/values/query-params";
import { formatYears } from "~/values/years";

/** The page of the form, which posts to it; the form itself is on other pages too. */
export const ALERTS_PAGE = "/alerts";
/** The private page of one alert, where it is confirmed, renewed and ended. The key is in its query, which is never logged. */
export const ALERT_PAGE = "/your-alert";
/** The staff page of all alerts. */
export const STAFF_ALERTS_PAGE = "/admin/alerts";

/** How many days an alert waits to be confirmed before it is deleted. */
export const UNCONFIRMED_ALERT_DAYS = 7;
/** How many days a confirmed alert lasts. */
export const ALERT_DAYS = 365;
/** How many confirmed alerts one email address may have. */
export const MAX_ALERTS = 10;

/** The vehicle that an alert waits for. */
export interface Wish {
  make: string;
  model: string;
  /** The first and the last model year, inclusive; none for no limit. */
  yearFrom?: number | null | undefined;
  yearTo?: number | null | undefined;
}

/** `2008–2012 Honda Accord`, `2008 or newer Honda Accord`, `Honda Accord of any year`. */
export function wishName({ make, model, yearFrom, yearTo }: Wish): string {
  const name = `${make} ${model}`;
  if (yearFrom && yearTo) return `${formatYears(yearFrom, yearTo)} ${name}`;
  if (yearFrom) return `${yearFrom} or newer ${name}`;
  return yearTo ? `${yearTo} or older ${name}` : `${name} of any year`;
}

/** The form's fields with their labels, in its order. */
export const ALERT_LABELS = {
  make: "Make",
  model: "Model",
  yearFrom: "From year",
  yearTo: "To year",
  email: "Email",
} as const;
export const ALERT_FIELDS = keysOf(ALERT_LABELS);
export type AlertField = keyof typeof ALERT_LABELS;

/** What the form begins with. */
export type AlertDefaults = Partial<Record<AlertField, string | undefined>>;
