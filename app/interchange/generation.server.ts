import { LRUCache } from "lru-cache";
import { slug } from "~/values/record-path";
import { type Generation, linesOfYear, type MeantCars } from "./cars";
import { openInterchange } from "./database.server";

/** The model that a make and model as written mean, and the generation of a year of it. */
interface KnownModel {
  make: string;
  model: string;
  /** Undefined where the year has several, or none that is known. */
  generation: KnownGeneration | undefined;
}

/** The model years of a generation, and what tells it from the model's others in an address: `2008-2012`. */
interface KnownGeneration {
  from: number;
  to: number;
  slug: string;
}

/** Undefined for a model that nobody knows, and for a name that may mean several, such as a Silverado without its size. */
export function findModel(make: string, model: string, year: number): KnownModel | undefined {
  const cars = openInterchange()?.cars;
  if (!cars) return undefined;
  // A search compares a hundred rows of a handful of cars.
  const key = `${make}|${model}|${year}`;
  const known = kept.get(key) ?? { model: describeModel(cars.find(make, model), year) };
  kept.set(key, known);
  return known.model;
}

const kept = new LRUCache<string, { model: KnownModel | undefined }>({ max: 5_000 });

function describeModel(found: MeantCars, year: number): KnownModel | undefined {
  const { cars, lines: ofYear } = linesOfYear(found, year);
  const [car, ...others] = cars.length > 0 ? cars : found.cars;
  if (!car || others.length > 0) return undefined;
  const ofBody = ofYear.filter(
    ({ body }) => found.body !== undefined && body.split("/").includes(found.body),
  );
  const names = new Set((ofBody.length > 0 ? ofBody : ofYear).map(({ generation }) => generation));
  const [name, ...otherNames] = names;
  const isOne = name !== undefined && otherNames.length === 0;
  return {
    make: car.make,
    model: car.model,
    generation: isOne ? describe(name, car.generations) : undefined,
  };
}

/** A coupe and a convertible of the same years have their names in their addresses. */
function describe(name: string, all: readonly Generation[]): KnownGeneration {
  const { from, to } = yearsOf(name, all);
  const isShared = all.some(({ generation }) => {
    const other = yearsOf(generation, all);
    return generation !== name && other.from === from && other.to === to;
  });
  const years = from === to ? `${from}` : `${from}-${to}`;
  return { from, to, slug: isShared ? slug(`${years} ${name}`) : years };
}

function yearsOf(name: string, all: readonly Generation[]): { from: number; to: number } {
  const lines = all.filter(({ generation }) => generation === name);
  return {
    from: Math.min(...lines.map(({ from }) => from)),
    to: Math.max(...lines.map(({ to }) => to)),
  };
}
