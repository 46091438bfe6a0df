import type { Match } from "~/interchange/match";
import { formatPrice } from "~/values/format";
import { getNumberParam, getTextParam } from "~/values/query-params";
import { formatYears } from "~/values/years";
import { FIRST_MODEL_YEAR } from "~/vehicles/inventory";
import { LAST_SEARCHED_YEAR } from "~/vehicles/list-query";

/** The page of the search for parts. */
export const FIND_PAGE = "/parts/find";

/** How many letters of unknown words the page repeats, so that a long text does not fill it. */
export const MAX_ECHO = 40;

/** What the search page is asked: a part and a car in one field, and a car that was chosen, which counts before the field's. */
export interface FindInput {
  q?: string | undefined;
  /** The id of a category of the catalog, which counts where the text names no part. */
  category?: string | undefined;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  vin?: string | undefined;
}

/** Parses the query of the search page; invalid values are ignored. */
export function readFindInput(params: URLSearchParams): FindInput {
  return {
    q: getTextParam(params, "q"),
    category: getTextParam(params, "category"),
    year: getNumberParam(params, "year", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    make: getTextParam(params, "make"),
    model: getTextParam(params, "model"),
    vin: getTextParam(params, "vin"),
  };
}

/** The query parameters that the search page reads. */
export const FIND_PARAMS = Object.keys(readFindInput(new URLSearchParams()));

/** The car that somebody searched a part for, as the part's page reads it. */
export type CarOfSearch = Pick<FindInput, "year" | "make" | "model" | "vin">;

export function readCarOfSearch(params: URLSearchParams): CarOfSearch {
  const { year, make, model, vin } = readFindInput(params);
  return { year, make, model, vin };
}

/** The query parameters that a part's page reads. */
export const CAR_PARAMS = Object.keys(readCarOfSearch(new URLSearchParams()));

/** The address of a search. */
export function findUrl(input: FindInput): string {
  return withQuery(FIND_PAGE, { ...input });
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
  /** Its page. */
  path: string;
  /** What shows it if there is no photo: a symbol in drawings.svg. */
  drawing: string;
  stockNumber: string;
  year: number;
  make: string;
  model: string;
  trim?: string | undefined;
  /** In dollars. */
  price?: number | undefined;
  /** In dollars, besides the price. */
  coreCharge?: number | undefined;
  /** Grade in words, miles, warranty and core charge, if known. */
  facts: string[];
  isOnHold: boolean;
  imageUrl?: string | undefined;
  imageCount: number;
  fit: PartFit;
  /** For a near one that is likely to fit: where it is from, why it should fit, and how sure that is. */
  note?: string | undefined;
  grade?: Match["grade"] | undefined;
}

/** The car that was asked for, as far as known. */
export interface AskedCar {
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  vin?: string | undefined;
}

/** `2010 Honda Accord`, `2008–2012 Honda Accord`, `Honda`; empty if nothing is known. */
export function askedCarName({ yearFrom, yearTo, make, model }: AskedCar): string {
  const years =
    yearFrom !== undefined && yearTo !== undefined
      ? formatYears(yearFrom, yearTo)
      : yearFrom !== undefined
        ? `${yearFrom} or newer`
        : yearTo !== undefined
          ? `${yearTo} or older`
          : undefined;
  return [years, make, model].filter(Boolean).join(" ");
}

/** A found part in one line, as a request and a mail name it: `2010 Honda Accord Alternator, $85, stock # D-77-1`. */
export function foundPartLine({
  name,
  year,
  make,
  model,
  price,
  coreCharge,
  stockNumber,
}: FoundPart): string {
  const costs = [price ? formatPrice(price) : "call for price", coreCharge && plusCoreCharge(coreCharge)];
  return `${year} ${make} ${model} ${name}, ${costs.filter(Boolean).join(" ")}${BEFORE_STOCK_NUMBER}${stockNumber}`;
}

/** `plus $150 core charge` */
export function plusCoreCharge(dollars: number): string {
  return `plus ${formatPrice(dollars)} core charge`;
}

const BEFORE_STOCK_NUMBER = ", stock # ";

/** That line in two: the part with its price, and its stock number. */
export function readPartLine(line: string): { part: string; stockNumber: string } {
  const end = line.lastIndexOf(BEFORE_STOCK_NUMBER);
  return { part: line.slice(0, end), stockNumber: line.slice(end + BEFORE_STOCK_NUMBER.length) };
}

/** The request form with what is known about part and car filled in. */
export function requestUrl(options: {
  entryId?: string | undefined;
  /** A search for the part, where it may be one of several. */
  q?: string | undefined;
  car?: AskedCar | undefined;
  /** The id of a dismantled vehicle to pull it from. */
  donor?: string | undefined;
}): string {
  const { entryId, q, car = {}, donor } = options;
  const values = {
    ...(car.vin ? { vin: car.vin } : carOf(car)),
    entry: entryId,
    q: entryId ? undefined : q,
    vehicle: donor,
  };
  return withQuery("/partsrequest", values);
}

/** The page of a found part, whose form asks for it for the car of the search. */
export function foundPartUrl(path: string, car: AskedCar | undefined): string {
  return car?.make || car?.vin ? withQuery(path, { ...carOf(car), vin: car.vin }) : path;
}

/** A car as the pages that take one read it; several years are no car's. */
function carOf({ yearFrom, yearTo, make, model }: AskedCar): Pick<FindInput, "year" | "make" | "model"> {
  return { year: yearFrom === yearTo ? yearFrom : undefined, make, model };
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const params = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
  return params.size > 0 ? `${path}?${params}` : path;
}
