import { compactText, foldText } from "~/values/normalize";
import { ALIASES, CABS, seriesWords } from "~/vehicles/trade-words";

/*
 * Which lines of the interchange's data a make and model mean: "Chevy Silverado 1500 Crew Cab" is the Chevrolet Silverado 1500, a
 * BMW 328i a 3 Series, and a VIN's "Silverado" without its load class one of three.
 */

/** Years in which parts of a model fit each other: one line of generations.csv. */
export interface Generation {
  make: string;
  model: string;
  generation: string;
  from: number;
  to: number;
  /** `sedan/coupe` */
  body: string;
  /** What tells it from another generation of the same years, as in "if yours is …". */
  apart: string;
}

/** Another name of a model: one line of names.csv. A name with several lines may mean any of them. */
export interface OtherName {
  make: string;
  name: string;
  knownMake: string;
  knownModel: string;
}

/** A make and model as the data writes them, with its generations. */
export interface KnownCar {
  make: string;
  model: string;
  generations: readonly Generation[];
}

/** The cars that a make and model mean, and the body that the model names. */
export interface MeantCars {
  cars: readonly KnownCar[];
  body?: string | undefined;
}

const BODIES = /\b(sedan|coupe|wagon|hatchback|convertible|pickup|minivan|van)\b/;
/** Words that do not tell one model from another. */
const REMARKS = /\b(?:hybrid|truck|[24]wd|[af]wd|rwd|4x[24]|super duty)\b/g;

/** Prepares a search among all known cars. */
export function indexCars(generations: readonly Generation[], names: readonly OtherName[]) {
  const cars = new Map<string, KnownCar>();
  for (const line of generations) {
    const key = carKey(compactText(line.make), line.model);
    const { make, model } = line;
    cars.set(key, { make, model, generations: [...(cars.get(key)?.generations ?? []), line] });
  }
  const others = new Map<string, OtherName[]>();
  for (const other of names) {
    const key = carKey(compactText(other.make), other.name);
    others.set(key, [...(others.get(key) ?? []), other]);
  }
  const makes = [...new Set([...cars.values(), ...names].map(({ make }) => compactText(make)))];

  function findMake(text: string): string {
    const typed = compactText(text);
    const key = ALIASES[typed] ?? typed;
    return (
      makes.find((make) => make === key) ??
      makes.find((make) => key.length > 3 && make.startsWith(key)) ??
      key
    );
  }

  function findByName(make: string, model: string): KnownCar[] {
    const known = cars.get(carKey(make, model));
    if (known) return [known];
    return (others.get(carKey(make, model)) ?? []).flatMap(
      ({ knownMake, knownModel }) => cars.get(carKey(compactText(knownMake), knownModel)) ?? [],
    );
  }

  /**
   * @param trim tells a truck's load class where the model does not: `1500 LT`
   */
  function find(makeText: string, modelText: string, trim = ""): MeantCars {
    const make = findMake(makeText);
    const folded = foldText(modelText);
    const body = findBody(folded);
    const core = folded
      .replace(CABS, " ")
      .replace(REMARKS, " ")
      .replace(/([1-5]500) ?hd\b/, "$1");
    const bare = core.replace(BODIES, " ");
    const load = /^[1-5]500/.exec(trim)?.[0];
    const key = compactText(bare);
    const ownName = key.startsWith(make) ? [key.slice(make.length)] : [];
    const series = [
      seriesWords(make, key).at(-1),
      make === "lexus" ? /^[a-z]+(?=\d{3})/.exec(key)?.[0] : undefined,
    ];
    const spellings = [...(load ? [`${bare} ${load}`] : []), folded, core, bare, ...ownName, ...series];
    for (const spelling of spellings) {
      const found = spelling ? findByName(make, spelling) : [];
      if (found.length > 0) return { cars: found, body };
    }
    return { cars: [] };
  }

  return { find, all: [...cars.values()] };
}

/** The body that a text names: `sedan` of "Accord Sedan" and of vPIC's "Sedan/Saloon". */
export function findBody(text: string): string | undefined {
  const folded = foldText(text);
  return BODIES.exec(folded)?.[1] ?? (/\bsport utility vehicle\b/.test(folded) ? "SUV" : undefined);
}

function carKey(makeKey: string, model: string): string {
  return `${makeKey}:${compactText(model)}`;
}
