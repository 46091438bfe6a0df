import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { selectRecords } from "~/collections/store.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import type { Condition } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { compactText, foldText } from "~/values/normalize";
import { listVinModels } from "~/vin/lookup.server";
import { applyPhrases, carWords, isKind } from "./search-text";
import { ALIASES, CABS, FILLERS, MAKES, SUPER_DUTY, seriesWords } from "./trade-words";

/*
 * Which make and model words name: "chevy silverado" is a Chevrolet Silverado 1500 or 2500HD of the yard. Besides the yard's cars it
 * knows those that a VIN can name, so that "2014 fiesta" is a Ford although the yard has none.
 */

/** A make and model as they are written, and as they are compared. */
export interface Car {
  make: string;
  model: string;
  makeKey: string;
  modelKey: string;
}

interface KnownCar extends Car {
  isInYard: boolean;
  /** What each of its words is worth: a body's ("truck") less than a name's. */
  words: ReadonlyMap<string, number>;
  /** Its model without a body, a cab and the like; its words; and these as one. */
  core: string;
  modelWords: readonly string[];
  coreKey: string;
  /** All its names as one word: "f150", "fordf150". */
  wholeNames: ReadonlySet<string>;
  /** Its model's name without the size. */
  families: ReadonlySet<string>;
}

/** The words of all known cars. */
export interface CarVocabulary {
  byWord: ReadonlyMap<string, readonly KnownCar[]>;
  /** Names of several words without spaces: "f150", "grandcaravan". */
  joined: ReadonlySet<string>;
}

/** The cars that words name. */
export interface NamedCars {
  /** Of the yard, those that have the most of the words. */
  cars: Car[];
  /** Of these, the ones that the words name in full: a Camry, and not a Camry Solara. */
  exact: Car[];
  /** The yard's further cars of that name with or without a size: a Silverado for a Silverado 1500, a 3 Series for a 328i. */
  families: Car[];
  /** The make, if all cars of that name are one make's; with the model, if they are one model. */
  make?: string;
  model?: string;
  /** How well the words fit one car: 1 a word, less for a body, -1 for each that it does not have. */
  score: number;
}

const BODY_WORTH = 0.4;

/**
 * @param yard the makes and models of the yard
 * @param others further makes and models; those of makes that nobody searches for are left out
 */
function buildCarVocabulary(
  yard: readonly { make: string; model: string }[],
  others: readonly { make: string; model: string }[] = [],
): CarVocabulary {
  const byWord = new Map<string, KnownCar[]>();
  const joined = new Set<string>();
  const seen = new Map<string, string[]>();
  const add = (car: { make: string; model: string }, isInYard: boolean) => {
    const known = { ...describe(car.make, car.model, isInYard), isInYard };
    const { makeKey, modelKey } = known;
    const models = seen.get(makeKey) ?? [];
    if (!makeKey || !modelKey || models.includes(modelKey)) return;
    for (const word of known.words.keys()) byWord.set(word, [...(byWord.get(word) ?? []), known]);
    joined.add(makeKey);
    // "civic si" stays two words where the yard has Civics.
    if (isInYard || !models.some((model) => modelKey.startsWith(model)))
      for (const name of joinedNames(known)) joined.add(name);
    seen.set(makeKey, [...models, modelKey]);
  };
  for (const car of yard) add(car, true);
  for (const car of others) if (MAKES.has(compactText(car.make))) add(car, false);
  return { byWord, joined };
}

const descriptions = new LRUCache<string, Omit<KnownCar, "isInYard">>({ max: 10_000 });

/** What is known about a make and model; cached, because the vocabulary is built whenever a vehicle is added. */
function describe(make: string, model: string, isInYard: boolean): Omit<KnownCar, "isInYard"> {
  const key = `${isInYard} ${make} | ${model}`;
  const kept = descriptions.get(key);
  if (kept) return kept;
  const [makeKey, modelKey] = [compactText(make), compactText(model)];
  const core = coreOf(makeKey, model);
  const modelWords = core
    .split(/[\s/&]+/)
    .map(compactText)
    .filter(Boolean);
  const coreKey = modelWords.join("");
  const { names, bodies } = carWords(make, spellOut(core));
  // A 328i is also called a 328, and a C1500 a 1500.
  const numbers = names.flatMap((name) => /^[ck]?(\d{3,4})[a-z]{0,3}$/.exec(name)?.[1] ?? []);
  const words = new Map([
    ...[...bodies, ...carWords(make, model).bodies].map((word) => [word, BODY_WORTH] as const),
    ...[...names, ...numbers, modelKey]
      // vPIC's "Military Truck" is not what people call a truck.
      .filter((word) => isTelling(word) && (isInYard || !isKind(word)))
      .map((word) => [word, word === SUPER_DUTY ? BODY_WORTH : 1] as const),
  ]);
  const wholeNames = new Set([
    modelKey,
    makeKey + modelKey,
    ...names.filter((name) => name.endsWith(coreKey)),
  ]);
  const families = familyKeys(makeKey, coreKey, modelWords);
  const described = {
    ...{ make, model, makeKey, modelKey, words },
    ...{ core, modelWords, coreKey, wholeNames, families },
  };
  descriptions.set(key, described);
  return described;
}

/**
 * A model without what yards and VIN decoders write besides its name: "1500" of a Dodge "Ram 1500 Pickup", "f-150" of a Ford "F-150
 * SuperCrew 4x4", "silverado 1500" of a Chevrolet "Truck-Silverado K1500".
 */
function coreOf(makeKey: string, model: string): string {
  const words = applyPhrases(foldText(model))
    .replace(CABS, " ")
    .replace(/\b(?:pickup|truck|superduty|4x2|[24]wd)\b-?/g, " ")
    .split(/\s+/)
    .filter((word) => word === "&" || compactText(word) !== "");
  const [first = "", ...rest] = words;
  if (rest.length > 0 && isOfMake(compactText(first), makeKey, rest)) return rest.join(" ");
  return words.join(" ") || model;
}

/** Whether a model only begins with its make's name: a Ford "Ford F-150", a Dodge "Ram 1500". */
function isOfMake(word: string, makeKey: string, rest: readonly string[]): boolean {
  const isStart = word.length > 3 && makeKey.startsWith(word);
  return (
    isStart ||
    [word, ALIASES[word]].includes(makeKey) ||
    seriesWords(makeKey, compactText(rest.join(""))).includes(word)
  );
}

/** "Town & Country" as it is said. */
function spellOut(model: string): string {
  return model.replace(/&/g, " and ");
}

/** The names that people write with spaces although the search compares them without: "f 150", "grand caravan", "mazda 3". */
function joinedNames({ make, model, makeKey, core, coreKey }: Omit<KnownCar, "isInYard">): string[] {
  const series = carWords(make, model).names.filter((name) => /^\dseries$|^[a-z]{1,3}class$/.test(name));
  const withMake = /^\d+$/.test(coreKey) ? [makeKey + coreKey] : [];
  return [coreKey, compactText(spellOut(core)), ...withMake, ...series];
}

/** "s" and "10" of an S-10 name no car on their own. */
function isTelling(word: string): boolean {
  return word.length > 1 && !/^\d\d?$/.test(word) && !FILLERS.has(word);
}

/** The word of the vocabulary that a typed one is, by its own spelling, as another name or in the plural; undefined for none. */
export function nameFor({ byWord }: CarVocabulary, word: string): string | undefined {
  const singular = word.length > 3 ? word.replace(/s$/, "") : word;
  return [word, ALIASES[word], singular, ALIASES[singular]].find((known) => known && byWord.has(known));
}

/** The series or class of a model: "3series" for a 328i, "eclass" for an E350; undefined if there is none. */
export function seriesFor({ byWord }: CarVocabulary, word: string): string | undefined {
  const series = /^(\d)\d\d[a-z]{1,3}$/.exec(word)?.[1];
  const letters = /^([a-z]{1,3})\d{2,3}[a-z]*$/.exec(word)?.[1];
  const name = series ? `${series}series` : `${letters}class`;
  return byWord.has(name) ? name : undefined;
}

/** The cars that have the most of the words, each of which must be one of the vocabulary. */
export function findNamedCars({ byWord }: CarVocabulary, words: readonly string[]): NamedCars {
  const found = new Map<KnownCar, number>();
  const unique = [...new Set(words)];
  for (const word of unique)
    for (const car of byWord.get(word) ?? [])
      found.set(car, (found.get(car) ?? 0) + (car.words.get(word) ?? 0));

  const everyCar = bestOf([...found]);
  const ofYard = bestOf([...found].filter(([car]) => car.isInYard));
  const isOfYard = ofYard.worth === everyCar.worth;
  const namedOfYard = isOfYard ? fullestNames(ofYard.cars, unique) : [];
  // A Silverado is neither the 1500 nor the 2500HD of the yard, but there are Silverados.
  const named = namedOfYard.length === 1 ? namedOfYard : fullestNames(everyCar.cars, unique);
  // "civic si" is a Civic of the yard although VINs know a model of that name.
  const isTrim = (car: KnownCar) => named.some((other) => other.coreKey.startsWith(car.coreKey));
  const cars = isOfYard ? ofYard.cars : ofYard.cars.filter(isTrim);

  const matched = unique.filter((word) => everyCar.cars.some((car) => car.words.has(word)));
  const isModelNamed = named.some((car) => matched.some((word) => isOfModel(car, word)));
  // A Ram 1500 of the yard may be a Dodge's, too; the make that was typed counts.
  const typed = named.filter(({ makeKey }) => unique.some((word) => word.startsWith(makeKey)));
  const called = typed.length > 0 ? typed : named;
  const makes = new Set(called.map((car) => car.makeKey));
  const models = new Set(called.map((car) => car.coreKey));
  const [first] = called.toSorted((one, other) => one.model.length - other.model.length);
  // Just a make names all of its models.
  const exact = isModelNamed ? fullestNames(cars, unique) : cars;
  const families = isModelNamed ? familiesOf(named, byWord).filter((car) => !exact.includes(car)) : [];
  return {
    cars: [...new Set([...cars, ...families])],
    ...(exact.length > 0 ? { exact, families } : { exact: families, families: [] }),
    ...(first && makes.size === 1 ? { make: first.make } : {}),
    ...(first && makes.size === 1 && models.size === 1 && isModelNamed ? { model: first.model } : {}),
    score:
      everyCar.worth - (unique.length - countMatched(everyCar.cars[0], unique)) + (isModelNamed ? 0.5 : 0),
  };
}

function bestOf(found: readonly (readonly [KnownCar, number])[]): { cars: KnownCar[]; worth: number } {
  const worth = Math.max(0, ...found.map(([, worth]) => worth));
  return { worth, cars: found.filter(([, own]) => own === worth).map(([car]) => car) };
}

function countMatched(car: KnownCar | undefined, words: readonly string[]): number {
  return car ? words.filter((word) => car.words.has(word)).length : 0;
}

/** The cars whose model has the fewest words that were not typed. */
function fullestNames<Named extends KnownCar>(cars: readonly Named[], words: readonly string[]): Named[] {
  const missing = cars.map((car) =>
    words.some((word) => car.wholeNames.has(word))
      ? 0
      : car.modelWords.filter((word) => !words.includes(word)).length,
  );
  const fewest = Math.min(...missing);
  return cars.filter((_, index) => missing[index] === fewest);
}

/** The yard's cars of the make whose model is one of these with or without its size. */
function familiesOf(named: readonly KnownCar[], byWord: CarVocabulary["byWord"]): KnownCar[] {
  const isFamily = (one: KnownCar, other: KnownCar) =>
    one.makeKey === other.makeKey && (one.families.has(other.coreKey) || other.families.has(one.coreKey));
  return named.flatMap((car) =>
    (byWord.get(car.makeKey) ?? []).filter((other) => other.isInYard && isFamily(car, other)),
  );
}

/** What a model is called without its size or body: "silverado" of a Silverado 1500, "rx" of an RX350, "3series" of a 328i. */
function familyKeys(makeKey: string, coreKey: string, modelWords: readonly string[]): Set<string> {
  const isSize = (word: string) => /^\d{3,4}[a-z]{0,2}$/.test(word) || isKind(word);
  const size = modelWords.findIndex((_, index) => index > 0 && modelWords.slice(index).every(isSize));
  const [, letters, digits] = /^([a-z]+)?(\d{2,4})[a-z]{0,3}$/.exec(coreKey) ?? [];
  return new Set(
    [
      size > 0 ? modelWords.slice(0, size).join("") : undefined,
      letters,
      digits && `${letters ?? ""}${digits}`,
      seriesWords(makeKey, coreKey).at(-1),
    ].filter((key): key is string => key !== undefined && key !== coreKey),
  );
}

function isOfModel(car: KnownCar, word: string): boolean {
  return car.words.get(word) === 1 && !carWords(car.make, "").names.includes(word);
}

/* The cars that there are. */

/** The cars that parts and dismantled vehicles are from, and all that a VIN can name. */
export const loadCarNames = () => loadVocabulary(undefined);

const loadVocabulary = cacheUntilChange(
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
export function carsVersion(): string {
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
    const rows = await selectRecords("dismantledVehicles").select(["make", "model"]).distinct().execute();
    return rows.flatMap(({ make, model }) => (make === null || model === null ? [] : { make, model }));
  },
  () => "",
  () => inventoryVersion("dismantledVehicles"),
);

/** The most cars of a query that are compared one by one. */
const MAX_CARS = 400;

/** The rows of these cars. */
export function ofCars(cars: readonly Car[]): Condition {
  if (cars.length === 0) return sql<boolean>`1 = 0`;
  // One list, because each of many conditions would read the table besides its index.
  const keys = cars.slice(0, MAX_CARS).map(({ makeKey, modelKey }) => sql`(${makeKey}, ${modelKey})`);
  return sql<boolean>`(${sql.ref("makeKey")}, ${sql.ref("modelKey")}) in (values ${sql.join(keys)})`;
}

/** A car by its make and model. */
export function toCar(make: string, model: string): Car {
  return { make, model, makeKey: compactText(make), modelKey: compactText(model) };
}
