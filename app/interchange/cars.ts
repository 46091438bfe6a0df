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
  /** What distinguishes it from another generation of the same years, as in "if yours is …". */
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
  /** Cars that have the name in other years: a Dodge Ram 1500 of 2015 is a Ram 1500. */
  renamed: readonly KnownCar[];
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

  function findByName(make: string, model: string): Pick<MeantCars, "cars" | "renamed"> | undefined {
    const known = cars.get(carKey(make, model));
    const named = (others.get(carKey(make, model)) ?? []).flatMap(
      ({ knownMake, knownModel }) => cars.get(carKey(compactText(knownMake), knownModel)) ?? [],
    );
    if (known) return { cars: [known], renamed: named };
    return named.length > 0 ? { cars: named, renamed: [] } : undefined;
  }

  /**
   * A model by its names, or without what follows them: a trim ("Civic LX"), an engine ("Altima 2.5 S"), a drive ("G35 x").
   * @param trim tells a truck's load class where the model does not: `1500 LT`
   */
  function find(makeText: string, modelText: string, trim = ""): MeantCars {
    const words = foldText(modelText).split(" ", MOST_WORDS);
    for (let count = words.length; count > 0; count--) {
      const found = findNamed(makeText, words.slice(0, count).join(" "), trim);
      if (found.cars.length > 0) return { ...found, body: findBody(modelText) };
    }
    return { cars: [], renamed: [] };
  }

  /** A model by one of its names alone. */
  function findNamed(makeText: string, modelText: string, trim = ""): MeantCars {
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
      const found = spelling ? findByName(make, spelling) : undefined;
      if (found) return { ...found, body };
    }
    return { cars: [], renamed: [] };
  }

  return { find, findNamed, all: [...cars.values()] };
}

/** The lines of a model's year: by its own name, or else by the one that it had in that year. */
export function linesOfYear({ cars, renamed }: MeantCars, year: number) {
  const inYear = (known: readonly KnownCar[]) =>
    known.flatMap(({ generations }) => generations).filter(({ from, to }) => from <= year && year <= to);
  const own = inYear(cars);
  return own.length > 0 ? { cars, lines: own } : { cars: renamed, lines: inYear(renamed) };
}

/** The last year of which anything is known. */
export function lastYearOf(generations: readonly Generation[]): number {
  return Math.max(...generations.map(({ to }) => to));
}

/** The body that a text names: `sedan` of "Accord Sedan" and of vPIC's "Sedan/Saloon". */
export function findBody(text: string): string | undefined {
  const folded = foldText(text);
  return BODIES.exec(folded)?.[1] ?? (/\bsport utility vehicle\b/.test(folded) ? "SUV" : undefined);
}

/** More than any name of a car has, with what people write behind it. */
const MOST_WORDS = 20;

function carKey(makeKey: string, model: string): string {
  return `${makeKey}:${compactText(model)}`;
}
