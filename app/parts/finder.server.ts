import { sql } from "kysely";
import { uniqueKey } from "~/collections/collection";
import { findEntries } from "~/collections/search-index.server";
import { numberTerms } from "~/collections/search-words";
import { selectRecords } from "~/collections/store.server";
import { allOf, anyOf, type Condition, compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { type EngineSize, readSize } from "~/interchange/find.server";
import { findKnownFits, isSameCar, type NamedCar } from "~/interchange/fitments.server";
import { imagesOf } from "~/pictures/images";
import { formatMileage, formatPrice, truncate } from "~/values/format";
import { type Car, ofCars, toCar } from "~/vehicles/car-names.server";
import { FIRST_MODEL_YEAR, lastModelYear } from "~/vehicles/inventory";
import { entryName, findEntry, findEntryByName } from "./catalog";
import { categoryDrawing, partDrawing } from "./drawing";
import { type AskedCar, type FindInput, type FoundPart, MAX_ECHO, type PartFit } from "./finder";
import { type FindQuery, type FoundEntry, interpretInput, interpretText } from "./finder-query.server";
import { type Grade, gradeText } from "./grade";
import { ofEntries } from "./list-conditions.server";
import { findNeighbors, type Neighbor } from "./neighbors.server";
import { PUBLIC_PART_STATUSES, partPath } from "./part";
import { findTypedNumbers, hasNumber } from "./part-number";
import { PARTS } from "./parts";

/*
 * What is on the shelf of a part for a car: the parts from such a car before those that staff say fit, and those that are likely to. The
 * cars in the yard that it may still be on are in find-stock.server.ts.
 */

/** The most parts that a search shows. */
const MAX_FOUND_PARTS = 48;
/** The most parts of other years. */
const MAX_NEAR_PARTS = 6;
/** How many years before and after still count as near. */
const NEAR_YEARS = 5;

/** What is on the shelf for a search. */
export interface FoundOnShelf {
  car: AskedCar;
  /** Whether the search named a part or a car by its stock number, so that the car is that one, and not the customer's. */
  isCarOfPart: boolean;
  /** The size of the engine that was searched for: `3.5L 6-cylinder`. */
  engine?: string | undefined;
  /** The part number that was searched for. */
  number?: string | undefined;
  /** Whether the search names a car at all. */
  hasCar: boolean;
  part: AskedPart | undefined;
  /** The words that nobody understood. */
  unknown: string[];
  /** Whether the car is one that nobody knows, so that `near` are other vehicles' parts. */
  isUnknownCar: boolean;
  parts: FoundPart[];
  /** How many there are, if they are more than those shown. */
  total: number;
  near: FoundPart[];
  /** The cars that it may still be on; undefined where the search names none that we know. */
  wanted?: WantedCars | undefined;
}

/** Cars that a part may still be on. */
export interface WantedCars {
  ranks: Ranks;
  cars: readonly Car[];
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
}

/** The part that a search names. */
interface AskedPart {
  /** Of several, such as a left and a right one, what they have in common. */
  name: string;
  /** Whether it is only one of similar letters. */
  isGuess: boolean;
  /** What a request for it is filled in with. */
  request: { entryId?: string; q?: string };
}

/** Finds what is on the shelf for a search; never throws for what was typed. A VIN must have been decoded before. */
export async function findOnShelf(input: FindInput, now: Date): Promise<FoundOnShelf> {
  const numbered = (await findNumbered(input.q ?? "")) ?? (await findByPartNumber(input, now));
  return numbered ?? findFor(await interpretInput(input, now));
}

/** The stock number that is all that was typed, as it is on a label or in an ad, in the form of the tables' keys. */
export function typedStockNumber(q: string): string | undefined {
  const number = uniqueKey(q.trim().replace(/^(?:stock)?\s*#\s*/i, ""));
  return /\d/.test(number) && !/\s/.test(number) ? number : undefined;
}

/** The part on the shelf whose stock number is all that was typed. */
async function findNumbered(q: string): Promise<FoundOnShelf | undefined> {
  const number = typedStockNumber(q);
  if (number === undefined) return undefined;
  const [row] = await findRows([sql<boolean>`${sql.ref("stockNumberKey")} = ${number}`], { limit: 1 });
  if (!row) return undefined;
  const { year, make, model } = row;
  const entry = findEntry(row.entryId);
  return {
    car: { yearFrom: year, yearTo: year, make, model },
    isCarOfPart: true,
    hasCar: true,
    part: entry && { name: entry.name, isGuess: false, request: { entryId: entry.id } },
    unknown: [],
    isUnknownCar: false,
    parts: [toFound(row, "same")],
    total: 1,
    near: [],
  };
}

/** The most parts with one number that are looked at. */
const MAX_NUMBERED = 200;

/** The parts on the shelf with an interchange or OEM number of the search; of several kinds those that it names, if it names some. */
async function findByPartNumber(input: FindInput, now: Date): Promise<FoundOnShelf | undefined> {
  const typed = findTypedNumbers(input.q ?? "");
  if (typed.length === 0) return undefined;
  const kind = PARTS.kind;
  // By the index: read part by part, twelve numbers would take seconds at a large yard.
  const entries = await findEntries(
    typed.map(({ key }) => ({ terms: numberTerms(key, kind), kind, limit: MAX_NUMBERED })),
  );
  const ids = [...new Set(entries.flat().map(({ recordId }) => recordId))];
  if (ids.length === 0) return undefined;
  const rows = await findRows([sql<boolean>`${sql.ref("id")} in (${sql.join(ids)})`], { isNarrow: true });
  const number = typed.find(({ key }) => rows.some((row) => hasNumber(row.interchange ?? "", key)));
  if (!number) return undefined;
  const query = await interpretInput({ ...input, q: number.rest }, now);
  const numbered = rows.filter(({ interchange }) => hasNumber(interchange ?? "", number.key));
  const named = numbered.filter(({ entryId }) => query.entries.some(({ result }) => result.id === entryId));
  const parts = named.length > 0 ? named : numbered;
  const [entryId, ...others] = new Set(parts.map((row) => row.entryId));
  const entry = others.length === 0 ? findEntry(entryId ?? "") : undefined;
  const { yearFrom, yearTo, make, model, vin, cars, unknown } = query;
  return {
    car: { yearFrom, yearTo, make, model, vin },
    isCarOfPart: false,
    hasCar: cars !== undefined,
    number: number.typed,
    part: {
      name: [entry?.name, `Part Number ${number.typed}`].filter(Boolean).join(", "),
      isGuess: false,
      request: entry ? { entryId: entry.id } : { q: number.typed },
    },
    unknown,
    isUnknownCar: false,
    parts: parts.slice(0, MAX_FOUND_PARTS).map((row) => toFound(row, "same")),
    total: parts.length,
    near: [],
  };
}

/** The part of a query's best entries; undefined if there are none. */
function askedPart({ entries, part, isGuess, category, side }: FindQuery): AskedPart | undefined {
  if (category) return { name: categoryDrawing(category).name, isGuess: false, request: {} };
  if (side) return { name: SIDE_NAMES[side], isGuess: false, request: {} };
  const [best, ...others] = entries.filter(({ rank }) => rank === 0).map(({ result }) => result);
  if (!best) return undefined;
  return others.length === 0
    ? { name: best.name, isGuess, request: { entryId: best.id } }
    : { name: best.name.split(/, | \(/)[0] ?? "", isGuess, request: { q: part } };
}

const SIDE_NAMES = { left: "Left (Driver) Parts", right: "Right (Passenger) Parts" };

/** The VIN that a search names, in its own field or in its text; undefined for none. */
export async function findVin({ q, vin }: FindInput, now: Date): Promise<string | undefined> {
  return vin ?? (await interpretText(q ?? "", now)).vin;
}

/** What a request asks for, as the wizard and the staff's pages have it. */
export interface WantedPart {
  /** Entries of the catalog that are equally good: a left and a right headlight. */
  entryIds: readonly string[];
  year?: number | undefined;
  make: string;
  model: string;
}

/** The parts in stock of these entries that fit one car, available ones first, then those that are likely to, with the reason. */
export async function findPartsFor({ entryIds, year, make, model }: WantedPart): Promise<FoundPart[]> {
  const named = await withNamedCars(toCar(make, model), new Date());
  const places = new Map(entryIds.map((id) => [id, 0]));
  const car = year === undefined ? undefined : { make, model, year };
  const { parts } = await findFitting({ places, exact: named, yearFrom: year, yearTo: year, car });
  if (!car) return parts;
  const { likely } = await findNeighbors(car, entryIds);
  const isFound = new Set(parts.map(({ _id }) => _id));
  return [...parts, ...likely.map(toNeighbor).filter(({ _id }) => !isFound.has(_id))];
}

/** The entries that a person's words for a part name best, such as a left and a right one; none if they name no part for sure. */
export async function findNamedEntries(words: string): Promise<string[]> {
  const named = findEntryByName(words);
  if (named) return [named.id];
  const { entries, isGuess } = await interpretText(words, new Date());
  if (isGuess) return [];
  return entries.filter(({ rank, isOther }) => rank === 0 && !isOther).map(({ result }) => result.id);
}

/** A typed car by its name in the yard, so that a "Chevy Silverado" finds the Silverado 1500; otherwise itself. */
async function withNamedCars(car: Car, now: Date): Promise<Car[]> {
  const { exactCars = [] } = await interpretText(`${car.make} ${car.model}`, now);
  return exactCars.length > 0 ? exactCars : [car];
}

async function findFor(query: FindQuery): Promise<FoundOnShelf> {
  const {
    entries,
    cars,
    exactCars = [],
    familyCars = [],
    yearFrom,
    yearTo,
    make,
    model,
    vin,
    unknown,
  } = query;
  const answer = {
    car: { yearFrom, yearTo, make, model, vin },
    isCarOfPart: false,
    hasCar: cars !== undefined,
    part: askedPart(query),
    unknown,
    isUnknownCar: false,
    ...(query.engine ? { engine: sizeText(query.engine) } : {}),
  };
  const otherEngines = await findOtherEngines(query.engine);
  const besides = otherEngines.length > 0 ? [isNotWith(otherEngines)] : [];
  const nothing = { ...answer, parts: [], total: 0, near: [] };
  const ranks = new Map(entries.map(({ result, rank }) => [result.id, rank]));
  const places = placesOf(entries);
  const placesOfAsked = placesOf(entries.filter(({ isOther }) => !isOther));
  const findAskedFirst = async (find: (places: Places) => Promise<{ parts: FoundPart[]; total: number }>) => {
    const asked = await find(placesOfAsked);
    return asked.parts.length > 0 || placesOfAsked.size === places.size ? asked : find(places);
  };
  if (cars === undefined && query.unknownCar !== undefined) {
    const [first = "", ...rest] = truncate(query.unknownCar, MAX_ECHO).split(" ");
    const { parts } = await findNewest(new Map([...places].filter(([id]) => ranks.get(id) === 0)));
    const car = { ...answer.car, make: first, model: rest.join(" ") || undefined };
    return { ...nothing, car, hasCar: true, isUnknownCar: true, near: parts.slice(0, MAX_NEAR_PARTS) };
  }
  if (cars === undefined)
    return ranks.size === 0
      ? nothing
      : { ...nothing, ...(await findAskedFirst((places) => findNewest(places, besides))) };

  // A car that the yard has none of may still be one that staff say a part fits.
  const exact = exactCars.length > 0 ? exactCars : make && model ? [toCar(make, model)] : [];
  const car = oneCar(exact, yearFrom, yearTo);
  const wanted = { places, exact, families: familyCars, yearFrom, yearTo, car, besides };
  const [found, near] = await Promise.all([
    findAskedFirst((places) => findFitting({ ...wanted, places })),
    findNear({ ...wanted, ranks, cars }),
  ]);
  // One that staff say fits may be likely to fit by its engine as well.
  const isFound = new Set(found.parts.map(({ _id }) => _id));
  return {
    ...answer,
    ...found,
    near: near.filter(({ _id }) => !isFound.has(_id)).slice(0, MAX_NEAR_PARTS),
    wanted: { ranks, cars: [...exact, ...familyCars], yearFrom, yearTo },
  };
}

/** The car, if only one and one year are meant: a Silverado may be of any size, and so of several generations. */
function oneCar(
  named: readonly Car[],
  from: number | undefined,
  to: number | undefined,
): NamedCar | undefined {
  const [car, ...others] = named;
  if (!car || others.length > 0 || from === undefined || from !== to) return undefined;
  return { make: car.make, model: car.model, year: from };
}

/** Entries with their places in the answer; none means any part. */
type Places = ReadonlyMap<string, number>;
/** Entries with their ranks. */
type Ranks = ReadonlyMap<string, number>;

function placesOf(entries: readonly FoundEntry[]): Places {
  return new Map(entries.map(({ result, place }) => [result.id, place]));
}

interface Wanted {
  places: Places;
  exact: readonly Car[];
  /** Cars of the same name with or without a size, which come after the exact ones. */
  families?: readonly Car[];
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** The car, if only one and one year are meant. */
  car?: NamedCar | undefined;
  /** What else the parts must be. */
  besides?: readonly Condition[] | undefined;
}

/** The most rows that are sorted to find the best. */
const MAX_ROWS = 150;

/** The parts from such cars, and those that staff say fit, without those that they say don't, best first, and how many they are. */
async function findFitting({ places, exact, families = [], yearFrom, yearTo, car, besides = [] }: Wanted) {
  if (exact.length === 0) return { parts: [], total: 0 };
  const years = [...compareColumn("year", ">=", yearFrom), ...compareColumn("year", "<=", yearTo)];
  const ofSame = [...ofEntries(places.keys()), ofCars([...exact, ...families]), ...years, ...besides];
  const [ofCar, listed] = await Promise.all([
    // There may be thousands from a car, but only a few of one part of it.
    findRows(ofSame, { isNarrow: places.size > 0 }),
    // A car alone asks for what came off it.
    places.size === 0
      ? []
      : findRows(
          [
            ...ofEntries(places.keys()),
            sql<boolean>`${sql.ref("fitKeys")} <> ''`,
            ofFits(exact, yearFrom, yearTo),
            ...besides,
          ],
          { isNarrow: true },
        ),
  ]);
  const isNotToFit = await findNotToFit(car, [...ofCar, ...listed]);
  const same = ofCar.filter((row) => !isNotToFit(row));
  const isSame = new Set(same.map(({ id }) => id));
  const isFamily = new Set(families.map(keyOf));
  const placeOfCar = (part: FoundPart) => (isFamily.has(keyOf(toCar(part.make, part.model))) ? 1 : 0);
  const parts = sortFound(places, placeOfCar, [
    ...same.map((row) => toFound(row, "same")),
    ...listed.filter((row) => !isSame.has(row.id) && !isNotToFit(row)).map((row) => toFound(row, "listed")),
  ]);
  const total = ofCar.length < MAX_ROWS ? parts.length : await countRows(ofSame);
  return { parts: parts.slice(0, MAX_FOUND_PARTS), total };
}

/** Which of these rows' parts staff say do not fit a car. */
async function findNotToFit(
  car: NamedCar | undefined,
  rows: readonly Row<"parts">[],
): Promise<(row: Row<"parts">) => boolean> {
  const known = car ? await findKnownFits(car, [...new Set(rows.map(({ entryId }) => entryId))]) : [];
  const wrong = known.filter(({ verdict }) => verdict === "does-not-fit");
  return (row) => wrong.some(({ entryId, from }) => entryId === row.entryId && isSameCar(from, row));
}

/**
 * The parts that are likely to fit, the surest first; then those of other years of the same cars, and of models with a similar name, for
 * which this is unknown.
 */
async function findNear({
  ranks,
  places,
  exact: named,
  families = [],
  cars,
  yearFrom,
  yearTo,
  car,
  besides = [],
}: Wanted & { ranks: Ranks; cars: readonly Car[] }): Promise<FoundPart[]> {
  const exact = [...named, ...families];
  const [from, to] = [yearFrom ?? yearTo, yearTo ?? yearFrom];
  if (ranks.size === 0 || (cars.length === 0 && named.length === 0)) return [];
  const best = new Map([...ranks].filter(([, rank]) => rank === 0));
  const isExact = new Set(exact.map(keyOf));
  const others = cars.filter((car) => !isExact.has(keyOf(car)));
  const neighbors = car ? await findNeighbors(car, [...best.keys()]) : undefined;
  const rows =
    from !== undefined && to !== undefined && exact.length > 0
      ? await findRows(
          [
            ...ofEntries(best.keys()),
            ofCars(exact),
            sql<boolean>`${sql.ref("year")} between ${from - NEAR_YEARS} and ${to + NEAR_YEARS}`,
            sql<boolean>`not (${sql.ref("year")} between ${from} and ${to})`,
            ...besides,
          ],
          { isNarrow: true },
        )
      : [];
  const years = [...compareColumn("year", ">=", yearFrom), ...compareColumn("year", "<=", yearTo)];
  const similar =
    others.length > 0
      ? await findRows([...ofEntries(best.keys()), ofCars(others), ...years, ...besides], { isNarrow: true })
      : [];
  const distance = ({ year }: Row<"parts">) =>
    from === undefined || to === undefined ? 0 : Math.max(from - year, year - to, 0);
  const place = ({ entryId }: Row<"parts">) => places.get(entryId) ?? 0;
  rows.sort((a, b) => distance(a) - distance(b) || place(a) - place(b));
  similar.sort((a, b) => place(a) - place(b));
  const likely = (await meeting(besides, neighbors?.likely ?? [])).map(toNeighbor);
  const isLikely = new Set(likely.map(({ _id }) => _id));
  const unsure = [...rows, ...similar].filter(
    (row) => !isLikely.has(row.id) && !neighbors?.isKnownNotToFit(row),
  );
  return [...likely, ...unsure.map((row) => toFound(row, "near"))];
}

/** Of the likely parts those that meet the conditions. */
async function meeting(
  besides: readonly Condition[],
  likely: readonly Neighbor[],
): Promise<readonly Neighbor[]> {
  if (besides.length === 0 || likely.length === 0) return likely;
  const ids = likely.map(({ row }) => row.id);
  const rows = await findRows([sql<boolean>`${sql.ref("id")} in (${sql.join(ids)})`, ...besides]);
  const isMeeting = new Set(rows.map(({ id }) => id));
  return likely.filter(({ row }) => isMeeting.has(row.id));
}

/** The engines of cars in the yard that are of another size, as staff write them. */
async function findOtherEngines(asked: EngineSize | undefined): Promise<string[]> {
  if (!asked) return [];
  const known = await selectRecords("dismantledVehicles").select("engineType").distinct().execute();
  return known.flatMap(({ engineType }) => {
    const size = readSize(engineType ?? "");
    const differs = (name: keyof EngineSize) => asked[name] && size?.[name] && asked[name] !== size[name];
    return engineType && (differs("liters") || differs("cylinders")) ? engineType : [];
  });
}

/** Parts of cars with another engine than these, or with an engine that nobody knows. */
function isNotWith(engines: readonly string[]): Condition {
  const others = selectRecords("dismantledVehicles").select("id").where("engineType", "in", engines);
  return anyOf([
    sql<boolean>`${sql.ref("donorId")} is null`,
    sql<boolean>`${sql.ref("donorId")} not in ${others}`,
  ]);
}

function sizeText({ liters, cylinders }: EngineSize): string {
  return [liters && `${liters}L`, cylinders && `${cylinders}-cylinder`].filter(Boolean).join(" ");
}

function toNeighbor({ row, note, grade }: Neighbor): FoundPart {
  return { ...toFound(row, "near"), note, grade };
}

/** The newest parts of the entries, without a car; the entries by their places. */
async function findNewest(places: Places, besides: readonly Condition[] = []) {
  const parts: FoundPart[] = [];
  const total = await countRows([...ofEntries(places.keys()), ...besides]);
  for (const place of new Set(places.values())) {
    if (parts.length >= MAX_FOUND_PARTS) break;
    const ofPlace = new Map([...places].filter(([, own]) => own === place));
    const rows = await findRows([...ofEntries(ofPlace.keys()), ...besides], {
      limit: MAX_FOUND_PARTS - parts.length,
    });
    parts.push(...rows.map((row) => toFound(row, "same")));
  }
  return { parts, total };
}

/**
 * The newest rows. Their ids come only from an index, so that only what is shown is read.
 * @param options.isNarrow that only a few rows meet the conditions: all of them are found and sorted afterwards. With an order, SQLite
 * takes an index for the order, and reads every part of that name
 */
async function findRows(
  conditions: readonly Condition[],
  { limit = MAX_ROWS, isNarrow = false }: { limit?: number; isNarrow?: boolean } = {},
): Promise<Row<"parts">[]> {
  const matching = selectRecords("parts")
    .select("id")
    .where(allOf([isInStock(), ...conditions]));
  const ids = isNarrow ? matching : matching.orderBy("id", "desc").limit(limit);
  const rows = await db
    .selectFrom("parts")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows as Row<"parts">[];
}

async function countRows(conditions: readonly Condition[]): Promise<number> {
  const { count } = await selectRecords("parts")
    .where(allOf([isInStock(), ...conditions]))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function isInStock(): Condition {
  return sql<boolean>`${sql.ref("status")} in (${sql.join(PUBLIC_PART_STATUSES)})`;
}

/** Staff write make and model, or just the model. */
function ofFits(cars: readonly Car[], yearFrom: number | undefined, yearTo: number | undefined): Condition {
  const last = yearTo ?? lastModelYear(new Date());
  const first = Math.max(yearFrom ?? FIRST_MODEL_YEAR, last - MAX_FIT_YEARS);
  const years =
    yearFrom === undefined && yearTo === undefined
      ? [""]
      : Array.from({ length: Math.max(last - first + 1, 1) }, (_, index) => `${first + index}|`);
  const names = cars
    .slice(0, MAX_FIT_CARS)
    .flatMap(({ makeKey, modelKey }) => [makeKey + modelKey, modelKey]);
  const keys = names.flatMap((name) => years.map((year) => `|${name}:${year}`));
  return anyOf(keys.map((key) => sql<boolean>`${sql.ref("fitKeys")} like ${`%${key}%`}`));
}

/** The most model years that are looked for, the newest. */
const MAX_FIT_YEARS = 20;
const MAX_FIT_CARS = 5;

export function keyOf({ makeKey, modelKey }: Car): string {
  return `${makeKey}:${modelKey}`;
}

/** The best entry first; of it, those from such a car, available, with the lowest price. */
function sortFound(
  places: Places,
  placeOfCar: (part: FoundPart) => number,
  found: readonly FoundPart[],
): FoundPart[] {
  const order = (part: FoundPart) => [
    places.get(part.entryId) ?? 0,
    part.fit === "same" ? 0 : 1,
    placeOfCar(part),
    part.isOnHold ? 1 : 0,
    // A price of 0 counts as none.
    part.price || Number.MAX_SAFE_INTEGER,
  ];
  return [...found].sort((a, b) => {
    const [first, second] = [order(a), order(b)];
    const differs = first.findIndex((value, index) => value !== second[index]);
    return differs === -1 ? 0 : (first[differs] ?? 0) - (second[differs] ?? 0);
  });
}

/** A part on the shelf by its id; undefined for one that is sold, scrapped or deleted. */
export async function findShelfPart(id: string): Promise<FoundPart | undefined> {
  const [row] = await findRows([sql<boolean>`id = ${id}`], { limit: 1 });
  return row && toFound(row, "same");
}

/** A row as a card shows it. */
export function toFound(row: Row<"parts">, fit: PartFit): FoundPart {
  const images = imagesOf(row);
  const grade = row.gradeOverride ?? row.computedGrade;
  const coreCharge = row.coreChargeCents ? row.coreChargeCents / 100 : undefined;
  return {
    _id: row.id,
    entryId: row.entryId,
    name: entryName(row.entryId),
    path: partPath({ ...row, _id: row.id }),
    drawing: partDrawing(row.entryId),
    stockNumber: row.stockNumber,
    year: row.year,
    make: row.make,
    model: row.model,
    trim: row.trim ?? undefined,
    price: row.priceCents === null ? undefined : row.priceCents / 100,
    coreCharge,
    facts: [
      grade ? gradeText(grade as Grade) : "",
      row.mileage === null ? "" : formatMileage(row.mileage),
      row.warranty ?? "",
      coreCharge ? `${formatPrice(coreCharge)} core charge` : "",
    ].filter(Boolean),
    isOnHold: row.status === "On hold",
    imageUrl: row.imageUrl ?? undefined,
    imageCount: images.length,
    fit,
  };
}
