import { formatMileage, formatPrice } from "~/values/format";
import { getNumberParam, getTextParam } from "~/values/query-params";
import { FIRST_MODEL_YEAR } from "~/vehicles/inventory";
import { LAST_SEARCHED_YEAR } from "~/vehicles/list-query";
import { GRADE_WORDS, type Grade } from "./grade";

/** The page of the search for parts. */
export const FIND_PAGE = "/parts/find";

/** How many letters of unknown words the page repeats, so that a long text does not fill it. */
export const MAX_ECHO = 40;

/** What the search page is asked: a part and a car in one field, and a car that was chosen, which counts before the field's. */
export interface FindInput {
  q?: string | undefined;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  vin?: string | undefined;
}

/** Parses the query of the search page; invalid values are ignored. */
export function readFindInput(params: URLSearchParams): FindInput {
  return {
    q: getTextParam(params, "q"),
    year: getNumberParam(params, "year", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    make: getTextParam(params, "make"),
    model: getTextParam(params, "model"),
    vin: getTextParam(params, "vin"),
  };
}

/** The query parameters that the search page reads. */
export const FIND_PARAMS = Object.keys(readFindInput(new URLSearchParams()));

/** The address of a search. */
export function findUrl(input: FindInput): string {
  const filled = Object.entries(input).filter(([, value]) => value !== undefined && value !== "");
  const params = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
  return params.size > 0 ? `${FIND_PAGE}?${params}` : FIND_PAGE;
}

/** How a found part fits the car that was asked for. */
export type PartFit =
  /** It is from such a car of that year. */
  | "same"
  /** Staff say that it fits. */
  | "listed"
  /** It is from the same model of another year, or from a model of a similar name. */
  | "near";

/** A part in a list of found ones. */
export interface FoundPart {
  _id: string;
  entryId: string;
  /** Its name in the catalog. */
  name: string;
  stockNumber: string;
  year: number;
  make: string;
  model: string;
  trim?: string | undefined;
  mileage?: number | undefined;
  grade?: Grade | undefined;
  /** In dollars. */
  price?: number | undefined;
  warranty?: string | undefined;
  isOnHold: boolean;
  imageUrl?: string | undefined;
  imageCount: number;
  fit: PartFit;
}

/** The car that was asked for, as far as it is known. */
export interface AskedCar {
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  vin?: string | undefined;
}

/** `2010 Honda Accord`, `2008–2012 Honda Accord`, `Honda`; empty where nothing is known. */
export function askedCarName({ yearFrom, yearTo, make, model }: AskedCar): string {
  const years =
    yearFrom !== undefined && yearTo !== undefined
      ? yearFrom === yearTo
        ? String(yearFrom)
        : `${yearFrom}–${yearTo}`
      : yearFrom !== undefined
        ? `${yearFrom} or newer`
        : yearTo !== undefined
          ? `${yearTo} or older`
          : undefined;
  return [years, make, model].filter(Boolean).join(" ");
}

/** `Grade A: best used grade`. */
export function gradeText(grade: Grade): string {
  return `Grade ${grade}: ${GRADE_WORDS[grade].toLowerCase()}`;
}

/** A found part in one line, as a request and a mail name it: `2010 Honda Accord Alternator, $85, stock # D-77-1`. */
export function foundPartLine({ name, year, make, model, price, stockNumber }: FoundPart): string {
  return `${year} ${make} ${model} ${name}, ${price ? formatPrice(price) : "call for price"}, stock # ${stockNumber}`;
}

/** The facts of a card: grade in words, miles, warranty. */
export function foundPartFacts({ grade, mileage, warranty }: FoundPart): (string | undefined)[] {
  return [grade && gradeText(grade), mileage === undefined ? undefined : formatMileage(mileage), warranty];
}

/** The request form with what is known of part and car filled in. */
export function requestUrl(options: {
  entryId?: string | undefined;
  /** A search for the part, where it may be one of several. */
  q?: string | undefined;
  car?: AskedCar | undefined;
  /** The id of a part on the shelf that the visitor asks for, or of a dismantled vehicle to pull it from. */
  part?: string | undefined;
  donor?: string | undefined;
}): string {
  const { entryId, q, car = {}, part, donor } = options;
  const isOneYear = car.yearFrom !== undefined && car.yearFrom === car.yearTo;
  const values = {
    ...(car.vin
      ? { vin: car.vin }
      : { year: isOneYear ? car.yearFrom : undefined, make: car.make, model: car.model }),
    entry: entryId,
    q: entryId ? undefined : q,
    part,
    vehicle: donor,
  };
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const params = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
  return params.size > 0 ? `/partsrequest?${params}` : "/partsrequest";
}
