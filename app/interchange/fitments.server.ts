import { createRecord } from "~/collections/records.server";
import type { RecordTypes, StoredCollection } from "~/collections/store.server";
import { actor } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { findEntryByName } from "~/parts/catalog";
import { formatDay } from "~/values/format";
import { compactText } from "~/values/normalize";
import { FITMENTS, type Fitment, type FitmentFields } from "./fitments";
import { findModel } from "./generation.server";
import type { Match } from "./match";
import { countSold, selectSoldOffers } from "./sold-offers.server";
import type { Verdict } from "./verdicts";

interface FitmentTypes extends RecordTypes {
  row: Row<"fitments">;
  fields: FitmentFields;
  record: Fitment;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** Our own statements of what fits; who made each is recorded. */
export const FITMENT_RECORDS: StoredCollection<FitmentTypes> = {
  ...FITMENTS,
  deriveColumns: async ({ saidBy }) => ({ saidBy: saidBy || actor().username }),
  listIdentities: (typed) => {
    const fit = readTyped(typed);
    return fit ? [{ field: "entryId", key: fitKey(fit), noun: "part of the same two cars" }] : [];
  },
  findSame: findSameWord,
};

/** The statement about the same part of the same two cars, which an import changes instead of adding another. */
async function findSameWord(typed: Typed): Promise<Row<"fitments"> | undefined> {
  const fit = readTyped(typed);
  if (!fit) return undefined;
  const rows = await db
    .selectFrom("fitments")
    .selectAll()
    .where("entryId", "=", fit.entryId)
    .where("deletedAt", "is", null)
    .orderBy("saidOn", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.find((row) => fitKey(toFit(row)) === fitKey(fit));
}

type Typed = Readonly<Record<string, string>>;

/** The part and the two cars of a row of a file; undefined if the catalog has no such part. */
function readTyped({
  entryId = "",
  fromYear = "",
  fromMake = "",
  fromModel = "",
  year = "",
  make = "",
  model = "",
}: Typed): Fit | undefined {
  const entry = findEntryByName(entryId);
  return (
    entry && {
      entryId: entry.id,
      from: { year: Number(fromYear), make: fromMake, model: fromModel },
      car: { year: Number(year), make, model },
    }
  );
}

/** A car by its model year and name. */
export interface NamedCar {
  year: number;
  make: string;
  model: string;
}

/** A part of one car on another one. */
type Fit = Pick<KnownFit, "entryId" | "from" | "car">;

/** How often a part must be sold for a car, and not come back, to count as our own word. */
const SALES_THAT_CONFIRM = 3;

/** What is known by experience: a part of one car on another one. */
export interface KnownFit {
  entryId: string;
  from: NamedCar;
  car: NamedCar;
  verdict: Verdict;
  /** `Our staff say that it fits.` */
  reason: string;
  /** For staff: who said so, and when; `sold 3 times, none came back`. */
  source: string;
}

/** Stores what staff say about a part of one car on another; the newest statement about the same two cars counts. */
export async function sayFitment(
  { from, car, entryId, verdict }: Pick<KnownFit, "from" | "car" | "entryId" | "verdict">,
  { stockNumber, request }: { stockNumber?: string; request?: string },
): Promise<void> {
  await createRecord(FITMENT_RECORDS, {
    ...{ verdict, entryId, ...car, stockNumber, request },
    ...{ fromYear: from.year, fromMake: from.make, fromModel: from.model },
  });
}

/** What experience says about these parts for a car, only the newest statement for each donor. */
export async function findKnownFits(car: NamedCar, entryIds: readonly string[]): Promise<KnownFit[]> {
  const known = (await listKnownFits(entryIds)).filter((fit) => isSameCar(fit.car, car));
  return newestOfEach(known);
}

/** The cars that parts of a car are known to fit, and not to fit. */
export async function findKnownCars(from: NamedCar, ...entryIds: string[]): Promise<KnownFit[]> {
  return newestOfEach((await listKnownFits(entryIds)).filter((fit) => isSameCar(fit.from, from)));
}

/** The same of each of these parts, read at once; parts of the same car and kind share one array. */
export async function findKnownCarsOfEach(
  parts: readonly (NamedCar & { entryId: string })[],
): Promise<KnownFit[][]> {
  const keyOf = (entryId: string, from: NamedCar) => `${entryId}|${from.year}|${modelKey(from)}`;
  const all = new Map<string, KnownFit[]>();
  for (const fit of await listKnownFits([...new Set(parts.map(({ entryId }) => entryId))])) {
    const key = keyOf(fit.entryId, fit.from);
    const own = all.get(key);
    if (own) own.push(fit);
    else all.set(key, [fit]);
  }
  const newest = new Map([...all].map(([key, fits]) => [key, newestOfEach(fits)]));
  return parts.map((part) => newest.get(keyOf(part.entryId, part)) ?? []);
}

/** What was said about the same part for other years of a model: shown to staff, since it doesn't cover this year. */
export async function findSaidOfModel(from: NamedCar, entryId: string): Promise<KnownFit[]> {
  const all = await listKnownFits([entryId]);
  const own = all.filter((fit) => isSameCar(fit.from, from));
  return newestOfEach(
    all
      .filter((fit) => isSameModel(fit.from, from) && !isSameCar(fit.from, from))
      .filter((fit) => !own.some((one) => isSameCar(one.car, fit.car))),
  );
}

/** Whether two cars are one, however they are written: a Chevy Silverado 1500 and a Chevrolet Silverado 1500. */
export function isSameCar(one: NamedCar, other: NamedCar): boolean {
  return one.year === other.year && isSameModel(one, other);
}

/** The same as a key, where a car is looked for among many. */
export function carKey(car: NamedCar): string {
  return `${car.year}:${modelKey(car)}`;
}

function isSameModel(one: NamedCar, other: NamedCar): boolean {
  return modelKey(one) === modelKey(other);
}

function modelKey({ year, make, model }: NamedCar): string {
  const known = findModel(make, model, year) ?? { make, model };
  return `${compactText(known.make)}:${compactText(known.model)}`;
}

/** A known fit as a match: the car that the part is from. */
export function toMatch({ from, reason }: KnownFit): Match {
  return {
    ...{ make: from.make, model: from.model, yearFrom: from.year, yearTo: from.year },
    grade: "confirmed here",
    reason,
  };
}

/** All that experience says about these parts: staff's statements, newest first, then what sales show. */
export async function listKnownFits(entryIds: readonly string[]): Promise<KnownFit[]> {
  if (entryIds.length === 0) return [];
  const said = await db
    .selectFrom("fitments")
    .selectAll()
    .where("entryId", "in", [...entryIds])
    .where("deletedAt", "is", null)
    .orderBy("saidOn", "desc")
    .orderBy("id", "desc")
    .execute();
  return [
    ...said.map((row) => ({
      ...toFit(row),
      verdict: row.verdict as Verdict,
      reason: row.verdict === "fits" ? "Our staff say that it fits." : "Our staff say that it doesn't fit.",
      source: [row.saidBy ?? "Staff", formatDay(row.saidOn)].join(", "),
    })),
    ...(await listSales(entryIds))
      .filter(({ sales, returns }) => sales >= SALES_THAT_CONFIRM && returns === 0)
      .map(({ entryId, from, car, sales }) => ({
        ...{ entryId, from, car },
        verdict: "fits" as const,
        reason: `Sold for this car ${sales} times, and none came back.`,
        source: `sold ${sales} times, none came back`,
      })),
  ];
}

/** How many of these parts were sold for a car, and how many came back from it, however the two cars are written. */
async function listSales(entryIds: readonly string[]): Promise<(Fit & { sales: number; returns: number })[]> {
  const rows = await selectSoldOffers()
    .select(({ fn }) => [
      "fitOffers.entryId",
      "fromYear",
      "fromMake",
      "fromModel",
      "fitOffers.year",
      "fitOffers.make",
      "fitOffers.model",
      countSold({ orReturned: false }).as("sales"),
      fn.count<number>("returnedAt").as("returns"),
    ])
    .where("fitOffers.entryId", "in", [...entryIds])
    .groupBy(["fitOffers.entryId", "fromYear", "fromMake", "fromModel"])
    .groupBy(["fitOffers.year", "fitOffers.make", "fitOffers.model"])
    .execute();
  const byCar = new Map<string, Fit & { sales: number; returns: number }>();
  for (const row of rows) {
    const fit = toFit(row);
    const { sales, returns } = byCar.get(fitKey(fit)) ?? { sales: 0, returns: 0 };
    byCar.set(fitKey(fit), {
      ...fit,
      sales: sales + Number(row.sales),
      returns: returns + Number(row.returns),
    });
  }
  return [...byCar.values()];
}

function toFit(
  row: Pick<Row<"fitments">, "entryId" | "fromYear" | "fromMake" | "fromModel" | "year" | "make" | "model">,
): Fit {
  return {
    entryId: row.entryId,
    from: { year: row.fromYear, make: row.fromMake, model: row.fromModel },
    car: { year: row.year, make: row.make, model: row.model },
  };
}

function newestOfEach(fits: readonly KnownFit[]): KnownFit[] {
  return [...new Map(fits.toReversed().map((fit) => [fitKey(fit), fit])).values()].reverse();
}

/** What two statements about the same part of the same two cars share. */
function fitKey({ entryId, from, car }: Fit): string {
  return JSON.stringify([entryId, from.year, modelKey(from), car.year, modelKey(car)]);
}
