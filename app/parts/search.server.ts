import { sql } from "kysely";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition, compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { compactText } from "~/values/normalize";
import { buildCarVocabulary, type Car, type CarVocabulary } from "~/vehicles/car-words";
import { stockNumberKey } from "~/vehicles/inventory";
import { selectItems } from "~/vehicles/store.server";
import { listVinModels } from "~/vin/lookup.server";
import type { FindInput } from "./find";
import { type FindQuery, interpretFind } from "./find-query";

/*
 * What a search for parts asks of the table: the words of app/parts/find-query.ts with the yard's makes and models.
 */

/** The most cars of a query that are compared one by one. */
const MAX_CARS = 400;

/** A query, and the car that was chosen instead of the one in its text. */
export async function interpretInput(
  { q, year, make, model, vin }: FindInput,
  now: Date,
): Promise<FindQuery> {
  const query = await interpretText(q ?? "", now);
  const chosenYears = year === undefined ? {} : { yearFrom: year, yearTo: year };
  if (make === undefined && model === undefined) return { ...query, ...chosenYears, ...(vin ? { vin } : {}) };
  const chosen = await interpretText([make, model].filter(Boolean).join(" "), now);
  return {
    ...query,
    cars: chosen.cars ?? [],
    exactCars: chosen.exactCars ?? [],
    familyCars: chosen.familyCars ?? [],
    make: chosen.make ?? make,
    model: chosen.model ?? model,
    unknownCar: undefined,
    ...chosenYears,
    ...(vin ? { vin } : {}),
  };
}

/** Interprets a search; cached until a part or a dismantled vehicle changes. */
export const interpretText = (q: string, now: Date) => interpretOnce({ q, now });

const interpretOnce = cacheUntilChange(
  async ({ q, now }: { q: string; now: Date }) => interpretFind(q, await loadCars(undefined), now),
  ({ q, now }) => `${now.getUTCFullYear()} ${q}`,
  carsVersion,
);

/** The cars that parts and dismantled vehicles are from, and all that a VIN can name. */
const loadCars = cacheUntilChange(
  async (_all: undefined): Promise<CarVocabulary> => {
    const named = [...(await listPartCars()), ...(await listDismantledCars(undefined))];
    const key = JSON.stringify(named);
    // Most changes add no make or model.
    if (vocabulary?.key !== key) {
      vinModels ??= listVinModels();
      vocabulary = { key, cars: buildCarVocabulary(named, vinModels) };
    }
    return vocabulary.cars;
  },
  () => "",
  carsVersion,
);

let vocabulary: { key: string; cars: CarVocabulary } | undefined;
let vinModels: { make: string; model: string }[] | undefined;

/** Changes with what the words of a search may name. */
function carsVersion(): string {
  return `${inventoryVersion("parts")}.${inventoryVersion("dismantledVehicles")}`;
}

interface MakeAndModel {
  make: string;
  model: string;
}

/** The makes and models of the parts: each is read as the next one in the index, because a hundred cars have 100,000 parts. */
async function listPartCars(): Promise<MakeAndModel[]> {
  const least = (column: "make" | "model", isNext: Condition) =>
    sql`(select min(${sql.ref(column)}) from parts where ${sql.ref("deletedAt")} is null and ${isNext})`;
  const cars = sql<MakeAndModel>`(with recursive makes (make) as (
      select ${least("make", sql<boolean>`1 = 1`)}
      union all select ${least("make", sql<boolean>`make > makes.make`)} from makes where makes.make is not null
    ), cars (make, model) as (
      select make, ${least("model", sql<boolean>`make = makes.make`)} from makes where make is not null
      union all select make, ${least("model", sql<boolean>`make = cars.make and model > cars.model`)} from cars where model is not null
    ) select make, model from cars where model is not null)`;
  return db.selectFrom(cars.as("cars")).select(["make", "model"]).execute();
}

/** The makes and models of the dismantled vehicles, as they are written. */
export const listDismantledCars = cacheUntilChange(
  async (_all: undefined): Promise<MakeAndModel[]> => {
    const rows = await selectItems("dismantledVehicles").select(["make", "model"]).distinct().execute();
    return rows.flatMap(({ make, model }) => (make === null || model === null ? [] : { make, model }));
  },
  () => "",
  () => inventoryVersion("dismantledVehicles"),
);

/**
 * What a list of parts shows for a search: the parts whose stock or interchange number begins with it, and those of the part and the
 * car that it names. What has a digit and begins a number is that number alone.
 */
export async function partSearchConditions(q: string, now: Date): Promise<Condition[]> {
  const numbered = await findNumberCondition(q);
  if (numbered && /\d/.test(q)) return [numbered];
  const query = await interpretText(q, now);
  const { entries, cars, yearFrom, yearTo, vin } = query;
  const ofVin = vin === undefined ? [] : [sql<boolean>`vin = ${vin}`];
  const years = [...compareColumn("year", ">=", yearFrom), ...compareColumn("year", "<=", yearTo)];
  const ofCar = [...(cars ? [ofCars(cars)] : []), ...years, ...ofVin];
  const ids = (found: typeof entries) => found.map(({ result }) => result.id);
  const asked = [...ofEntries(ids(entries.filter(({ isOther }) => !isOther))), ...ofCar];
  const named =
    entries.some(({ isOther }) => isOther) && !(await hasParts(allOf(asked)))
      ? [...ofEntries(ids(entries)), ...ofCar]
      : asked;
  if (named.length === 0) return [numbered ?? sql<boolean>`1 = 0`];
  // Each in a subquery, so that it reads its own index.
  const idIn = (condition: Condition) =>
    sql<boolean>`${sql.ref("id")} in ${selectItems("parts").select("id").where(condition)}`;
  return numbered ? [anyOf([idIn(numbered), idIn(allOf(named))])] : named;
}

/** The stock numbers, or else the interchange numbers, that begin with what was typed; undefined where none do. */
async function findNumberCondition(q: string): Promise<Condition | undefined> {
  const typed = stockNumberKey(q.trim());
  if (!/^[\p{L}\p{N}]\S*$/u.test(typed)) return undefined;
  // One by one, so that each reads its index.
  for (const number of [sql.ref("stockNumberKey"), sql`lower(interchange)`]) {
    const begins = sql<boolean>`(${number} >= ${typed} and ${number} < ${`${typed}\uffff`})`;
    if (await hasParts(begins)) return begins;
  }
  return undefined;
}

async function hasParts(condition: Condition): Promise<boolean> {
  const found = await selectItems("parts").select("id").where(condition).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** The parts of these entries; of no entry in particular means any. */
export function ofEntries(ids: Iterable<string>): Condition[] {
  const entries = [...ids];
  return entries.length === 0 ? [] : [sql<boolean>`${sql.ref("entryId")} in (${sql.join(entries)})`];
}

/** The parts from these cars. */
export function ofCars(cars: readonly Car[]): Condition {
  if (cars.length === 0) return sql<boolean>`1 = 0`;
  // One list, because each of many conditions would read the table besides its index.
  const keys = cars.slice(0, MAX_CARS).map(({ makeKey, modelKey }) => sql`(${makeKey}, ${modelKey})`);
  return sql<boolean>`(${sql.ref("makeKey")}, ${sql.ref("modelKey")}) in (values ${sql.join(keys)})`;
}

/** True for rows that meet one of the conditions. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** A car by its make and model. */
export function toCar(make: string, model: string): Car {
  return { make, model, makeKey: compactText(make), modelKey: compactText(model) };
}
