import { LRUCache } from "lru-cache";
import type { PartEntry } from "~/parts/catalog";
import { compactText } from "~/values/normalize";
import { formatYears } from "~/values/years";
import { findBody, type Generation, linesOfYear } from "./cars";
import { type FollowsLine, openInterchange, type TransmissionYears } from "./database.server";
import type { Match } from "./match";
import { codesOf, type EngineYears, isSameSize } from "./vpic-engines";

/** The car whose neighbors are asked for. */
export interface AskedCar {
  make: string;
  model: string;
  year: number;
  trim?: string | undefined;
  /** As vPIC or the model names it. */
  body?: string | undefined;
  /** As people write it: `2.4L`, `3.5L V6`, or its code. */
  engine?: string | undefined;
}

type Data = NonNullable<ReturnType<typeof openInterchange>>;
type Span = Pick<Match, "make" | "model" | "yearFrom" | "yearTo">;

/** Generations of one name, which are one car in different bodies. */
interface Car extends Span {
  generation: string;
  bodies: readonly string[];
  /** What distinguishes it from another generation of the same years. */
  apart: string;
  /** "if yours is a coupe", where the year has another generation too. */
  condition?: string;
  /** Of years that have two generations, which of them is this one: ", and a 2018 that is the JK". */
  also?: string;
}

/**
 * The cars whose parts fit a car: of its generation, of its twins under other badges, or with its engine.
 * @param entry a part of the catalog: only cars that share it. Without one, the result holds for the body and most parts.
 * @returns nothing for an unknown car, and for a part that is coded or made for one car
 */
export function findMatches(asked: AskedCar, entry?: PartEntry): Match[] {
  const data = openInterchange();
  if (!data) return [];
  const { follows = "generation", kind, warning } = entry ? followsOf(data, entry) : {};
  if (follows === "exact") return [];
  const cars = findCars(data, asked);
  const matches = cars.flatMap((car) => {
    const sharing = [car, ...twinsOf(data, car, kind, asked.year)];
    if (follows === "generation") return sharing.map((one) => generationMatch(one, car, kind));
    if (follows === "transmission") return transmissionMatches(data, asked, car, { entry, sharing });
    return engineMatches(data, asked, car, follows === "engine" ? undefined : sharing);
  });
  return withoutRepeats(matches).map((match) =>
    warning ? { ...match, reason: `${match.reason.slice(0, -1)}; ${warning}.` } : match,
  );
}

/**
 * The model years of a car's generation, for a part of it; for one that depends on the engine those in which an engine of the asked
 * year was made. Undefined if the year has several generations, for an unknown car, for a transmission, and for a part that is coded or
 * made for one car.
 */
export function findGenerationYears(
  asked: AskedCar,
  entry: PartEntry,
): { make: string; model: string; from: number; to: number; followsEngine: boolean } | undefined {
  const data = openInterchange();
  if (!data) return undefined;
  const { follows } = followsOf(data, entry);
  const [car, ...others] = findCars(data, asked);
  if (follows === "exact" || follows === "transmission" || !car || others.length > 0) return undefined;
  const { make, model } = car;
  const followsEngine = follows !== "generation";
  const engines = followsEngine
    ? data.enginesOf(car.make, car.model).filter((engine) => isIn(engine, asked.year))
    : [];
  if (engines.length === 0) return { make, model, from: car.yearFrom, to: car.yearTo, followsEngine };
  return {
    ...{ make, model, followsEngine },
    from: Math.max(car.yearFrom, Math.min(...engines.map(({ from }) => from))),
    to: Math.min(car.yearTo, Math.max(...engines.map(({ to }) => to))),
  };
}

/**
 * Whether a part is its generation's whatever the car has: false if it depends on a recorded engine or transmission. Undefined for a part
 * whose fit is unknown: of an unknown car or engine, or made for one car.
 */
export function isOfBody(asked: AskedCar, entry: PartEntry): boolean | undefined {
  const data = openInterchange();
  const { follows = "generation" } = data ? followsOf(data, entry) : {};
  const cars = data && follows !== "exact" ? findCars(data, asked) : [];
  if (!data || cars.length === 0) return undefined;
  if (follows === "generation") return true;
  const isKnown = cars.some((car) =>
    follows === "transmission"
      ? transmissionsOf(data, car, entry, asked.year).length > 0
      : data.enginesOf(car.make, car.model).some((engine) => isIn(engine, asked.year)),
  );
  return isKnown ? false : undefined;
}

/** What distinguishes the cars that share a part from those that share another one: parts of one key are shared by the same cars. */
export function sharingKey(entry: PartEntry): string {
  const data = openInterchange();
  const { follows = "generation", kind } = data ? followsOf(data, entry) : {};
  return [follows, follows === "generation" ? kind : TRANSMISSION_KINDS[entry.id]].join("|");
}

/** What an entry follows, by its own line or its subcategory's. A report asks for each part of each car. */
function followsOf(data: Data, entry: PartEntry): Partial<FollowsLine> {
  const follows = keptFollows.get(entry.id) ?? findFollows(data, entry);
  keptFollows.set(entry.id, follows);
  return follows;
}

const keptFollows = new Map<string, Partial<FollowsLine>>();

function findFollows({ follows }: Data, { id, subcategoryId }: PartEntry): Partial<FollowsLine> {
  const lines = follows.filter(({ subcategory }) => subcategory === subcategoryId);
  const isOwn = (entry: string) =>
    id.startsWith(entry) && /^(-(front|rear|left|right))*$/.test(id.slice(entry.length));
  return (
    lines.find(({ entry }) => entry !== "" && isOwn(entry)) ?? lines.find(({ entry }) => entry === "") ?? {}
  );
}

/** What the asked car may be: one, unless its model or its year has several. */
function findCars(data: Data, asked: AskedCar): readonly Car[] {
  const { make, model, year, trim, body } = asked;
  // A report asks for each kind of part of a car.
  const key = JSON.stringify([make, model, year, trim, body]);
  const cars = kept.get(key) ?? readCars(data, asked);
  kept.set(key, cars);
  return cars;
}

const kept = new LRUCache<string, readonly Car[]>({ max: 5_000 });

function readCars(data: Data, { make, model, year, trim, body: text = "" }: AskedCar): Car[] {
  const meant = data.cars.find(make, model, trim);
  const { body = findBody(text) } = meant;
  const { cars, lines: ofYear } = linesOfYear(meant, year);
  const all = cars.flatMap(({ generations }) => generations);
  const ofBody = ofYear.filter((line) => body !== undefined && bodiesOf(line).includes(body));
  const lines = ofBody.length > 0 ? ofBody : ofYear;
  const groups = groupLines(lines, all, year).sort(byLikelihood);
  return groups.map((car) => ({ ...car, ...conditionOf(car, groups) }));
}

/** The bodies of which a model has most, first. */
const BODIES = ["sedan", "SUV", "pickup", "minivan", "van", "hatchback", "coupe", "wagon", "convertible"];

/** The likelier car of a year first: the usual body, no carry-over or special version, the newer generation. */
function byLikelihood(one: Car, other: Car): number {
  const place = ({ bodies }: Car) => Math.min(...bodies.map((body) => BODIES.indexOf(body)));
  const isSpecial = ({ apart }: Car) => (apart !== "" && !apart.startsWith("not ") ? 1 : 0);
  return place(one) - place(other) || isSpecial(one) - isSpecial(other) || other.yearFrom - one.yearFrom;
}

/**
 * Lines of one generation as one car: in the years that all of its bodies share, and in those of only some of them that no other
 * generation has. A 3 Series of 1999 to 2005 came as a coupe until 2006, when the sedan was another already.
 * @param all every generation of these models
 * @param year the one that is asked for
 */
function groupLines(lines: readonly Generation[], all: readonly Generation[], year: number): Car[] {
  const groups = new Map<string, Generation[]>();
  for (const line of lines) {
    const key = [line.make, line.model, line.generation, line.apart].join("|");
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { make, model, generation, apart } = first;
    const [starts, ends] = [group.map(({ from }) => from), group.map(({ to }) => to)];
    const isFree = (year: number) =>
      !all.some((other) => isSameModel(first, other) && other.generation !== generation && isIn(other, year));
    let [yearFrom, yearTo] = [Math.max(...starts), Math.min(...ends)];
    while (yearFrom > Math.min(...starts) && isFree(yearFrom - 1)) yearFrom--;
    while (yearTo < Math.max(...ends) && isFree(yearTo + 1)) yearTo++;
    const bodies = [...new Set(group.flatMap(bodiesOf))];
    const car = { make, model, generation, apart, yearFrom, yearTo, bodies };
    return [{ ...car, ...withoutSharedYears(car, all, year) }];
  });
}

/**
 * The years of an older generation end where a newer one of the same body begins, unless such a year is asked for: whether a 2018
 * Wrangler is the one of 2007 only its owner can say.
 */
function withoutSharedYears(
  { make, model, generation, apart, yearFrom, yearTo, bodies }: Car,
  all: readonly Generation[],
  year: number,
): Pick<Car, "yearTo" | "also"> {
  const starts = all
    .filter((other) => isSameModel(other, { make, model }) && other.generation !== generation)
    .filter((other) => bodiesOf(other).some((body) => bodies.includes(body)))
    .map(({ from }) => from)
    .filter((from) => yearFrom < from && from <= yearTo && year < from);
  if (starts.length === 0) return { yearTo };
  const start = Math.min(...starts);
  const shared = formatYears(start, yearTo);
  return { yearTo: start - 1, ...(apart ? { also: `, and a ${shared} that is ${apart}` } : {}) };
}

/** What distinguishes a car from the others of the same year. */
function conditionOf(car: Car, all: readonly Car[]): { condition?: string } {
  if (all.length === 1) return {};
  if (all.some(({ model }) => model !== car.model)) return { condition: `if yours is a ${car.model}` };
  const others = all.filter((other) => other !== car);
  const isOtherBody = others.every((other) => !other.bodies.some((body) => car.bodies.includes(body)));
  const told = isOtherBody || car.apart === "" ? withArticle(car.bodies.join(" or ")) : car.apart;
  return { condition: `if yours is ${told}` };
}

/** The same car under other badges, but not for a part that differs; without a part, those that share doors and glass. */
function twinsOf(data: Data, car: Car, kind: string | undefined, year: number): Car[] {
  return data.twinsOf(car.make, car.model).flatMap((twin) => {
    const isFirst = isOf(car, twin);
    const isSecond = isOf(car, {
      make: twin.twinMake,
      model: twin.twinModel,
      generation: twin.twinGeneration,
    });
    if (!isFirst && !isSecond) return [];
    const differs = twin.differs.split("/");
    const isOther = kind ? differs.includes(kind) : differs.includes("doors") && differs.includes("glass");
    if (isOther) return [];
    const [make, model, generation] = isFirst
      ? [twin.twinMake, twin.twinModel, twin.twinGeneration]
      : [twin.make, twin.model, twin.generation];
    const all = data.cars.find(make, model).cars.flatMap(({ generations }) => generations);
    const lines = all.filter((line) => isOf({ make, model, generation }, line));
    const ofBody = lines.filter((line) => bodiesOf(line).some((body) => car.bodies.includes(body)));
    return groupLines(ofBody.length > 0 ? ofBody : lines, all, year).map((one) => ({
      ...one,
      differs: twin.differs,
    }));
  });
}

/** The kinds of parts whose shape depends on the body. */
const BODY_KINDS = ["doors", "glass", "rear"];

function generationMatch(one: Car & { differs?: string }, asked: Car, kind: string | undefined): Match {
  const isTwin = one !== asked;
  const bodies =
    asked.bodies.length > 1 && (!kind || BODY_KINDS.includes(kind))
      ? `body parts of ${asked.bodies.join(", ")} differ`
      : undefined;
  const differs = !kind && one.differs ? `other ${wordsFor(one.differs)}` : undefined;
  const same = isTwin
    ? `Same car as the ${asked.make} ${asked.model} under another name (${formatYears(one.yearFrom, one.yearTo)})`
    : sameGeneration(asked);
  return toMatch(one, "same generation", [same, differs, bodies, asked.condition]);
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  front: "front end",
  rear: "rear end",
  electrical: "electronics",
};

function wordsFor(differs: string): string {
  return differs
    .split("/")
    .map((kind) => KIND_WORDS[kind] ?? kind)
    .join(", ");
}

/**
 * The cars with an engine that the asked car had.
 * @param sharing only these, which share more than the engine with it; without them, any car with the same engine
 */
function engineMatches(data: Data, asked: AskedCar, car: Car, sharing: readonly Car[] | undefined): Match[] {
  const ofYear = enginesOfYear(data, asked, car);
  const engines = ofYear.filter((engine) => isEngine(engine, asked.engine));
  if (engines.length === 0) {
    // Nobody knows the engines of that year or what was typed, or the typed one is none of them.
    const isOther = ofYear.length > 0 && isKnownEngine(data, asked.engine);
    return isOther
      ? []
      : [toMatch(car, "same generation", [sameGeneration(car), "if the engine is the same", car.condition])];
  }
  const names = new Set(engines.map(engineText));
  const matches = engines.flatMap((engine) => {
    const condition = [names.size > 1 ? "if yours has it" : undefined, car.condition];
    if (engine.engine !== "" && !sharing) {
      const codes = codesOf(engine);
      return codes.flatMap((code) => {
        // One car came with both of two engines, another one with one of them.
        const isOne = (other: EngineYears) => other.engine !== engine.engine;
        return (
          data
            .carsWithEngine(code)
            .filter((other) => other.liters === engine.liters)
            .filter((other) => isOne(other) || code === codes[0])
            // An engine may change under its code from one generation to the next.
            .flatMap((other) => {
              const shared = isOne(other) && codes.length > 1 ? { ...engine, engine: code } : engine;
              const [ifEngine, ...others] = condition;
              const ifShared = shared === engine ? ifEngine : "if yours has it";
              return ofSameTime(data, spanOf(other), car).map((span) =>
                toMatch(span, "same engine", [`Same engine: ${engineText(shared)}`, ifShared, ...others]),
              );
            })
        );
      });
    }
    return (sharing ?? [car]).flatMap((one) =>
      data
        .enginesOf(one.make, one.model)
        .filter((other) => other.engine === engine.engine && isSameSize(other, engine))
        .flatMap((other) => overlap(one, spanOf(other)))
        .map((span) =>
          toMatch(span, "same engine", [
            `${one === car ? sameGeneration(car) : `Same car as the ${car.make} ${car.model} under another name`} and same engine: ${engineText(engine)}`,
            ...condition,
          ]),
        ),
    );
  });
  // The asked car's own name comes before others.
  return matches.sort((one, other) => Number(isSameModel(other, car)) - Number(isSameModel(one, car)));
}

/** The engines of the asked year. Of two generations that share it, the newer one has those that began with it. */
function enginesOfYear(data: Data, asked: AskedCar, car: Car): EngineYears[] {
  const newer = findCars(data, asked).filter(
    (other) => isSameModel(other, car) && other.yearFrom > car.yearFrom,
  );
  const engines = data.enginesOf(car.make, car.model).filter((engine) => isIn(engine, asked.year));
  const own = engines.filter(({ from }) => newer.every(({ yearFrom }) => from < yearFrom));
  return own.length > 0 ? own : engines;
}

/** The kinds of transmissions, by the entries of the catalog. */
const TRANSMISSION_KINDS: Readonly<Record<string, TransmissionYears["kind"]>> = {
  "transmission-automatic": "automatic",
  "transmission-manual": "manual",
  "transmission-cvt": "cvt",
  "transmission-dct": "dct",
};

/**
 * The cars with a transmission that the asked car had; if that is unknown, its generation. It is built for its engine and drive, which are
 * always asked for.
 */
function transmissionMatches(
  data: Data,
  asked: AskedCar,
  car: Car,
  { entry, sharing }: { entry: PartEntry | undefined; sharing: readonly Car[] },
): Match[] {
  const condition = "if engine and drive are the same";
  const own = transmissionsOf(data, car, entry, asked.year);
  const isOne = own.length === 1;
  const same = own.flatMap(({ transmission }) =>
    data.transmissions
      .filter((one) => one.transmission === transmission)
      .flatMap((one) => ofSameTime(data, spanOf(one), car))
      .map((span) =>
        toMatch(span, "same transmission", [
          `Same transmission: ${transmission}`,
          isOne ? undefined : `if yours has the ${transmission}`,
          condition,
          car.condition,
        ]),
      ),
  );
  if (same.length > 0) return same;
  return sharing.map((one) =>
    toMatch(one, "same generation", [
      sameGeneration(car),
      "if engine and transmission are the same",
      car.condition,
    ]),
  );
}

function transmissionsOf(
  data: Data,
  car: Car,
  entry: PartEntry | undefined,
  year: number,
): TransmissionYears[] {
  const kind = entry && TRANSMISSION_KINDS[entry.id];
  return data.transmissions.filter((one) => isSameModel(one, car) && one.kind === kind && isIn(one, year));
}

/** Whether an engine is the one that was typed: by its code, or by its liters and cylinders. */
function isEngine({ engine, liters, cylinders }: EngineYears, typed = ""): boolean {
  const code = compactText(typed);
  if (code === "" || codesOf({ engine }).some((one) => compactText(one) === code)) return true;
  const read = readSize(typed);
  return (
    read !== undefined &&
    (read.liters ?? liters) === liters &&
    (read.cylinders === undefined || cylinders === "" || cylinders === read.cylinders)
  );
}

/** Whether a typed engine says which it is: by a code that some car has, or by its size or cylinders. */
function isKnownEngine(data: Data, typed = ""): boolean {
  return readSize(typed) !== undefined || data.carsWithEngine(typed).length > 0;
}

/** As far as it is known. */
export interface EngineSize {
  liters: string | undefined;
  cylinders: string | undefined;
}

/** The liters and cylinders in a text, such as `L83 5.3L V8` or `749cc`; undefined if it has neither. The 83 is a code's. */
export function readSize(typed: string): EngineSize | undefined {
  const cubicCentimeters = /\b(\d{3,4}) ?cc\b/i.exec(typed)?.[1];
  const liters =
    /(\d\.\d)/.exec(typed)?.[1] ?? (cubicCentimeters && (Number(cubicCentimeters) / 1000).toFixed(1));
  const [, inLine, counted] =
    /\b(?:[ivhwl]-?([2-68]|1[026])\b|([2-68]|1[026])[ -]?cyl)/i.exec(typed.replace(/\d\.\d ?l?/i, " ")) ?? [];
  const cylinders = inLine ?? counted;
  return liters === undefined && cylinders === undefined ? undefined : { liters, cylinders };
}

/** `2.4L 4-cylinder` */
function sizeText({ liters, cylinders, fuel }: EngineYears): string {
  return [`${liters}L`, cylinders && `${cylinders}-cylinder`, fuel === "Diesel" && "diesel"]
    .filter(Boolean)
    .join(" ");
}

/** `2.4L 4-cylinder (K24Z3)` */
function engineText(engine: EngineYears): string {
  return engine.engine ? `${sizeText(engine)} (${engine.engine})` : sizeText(engine);
}

/** `Same generation (2008–2012)` */
function sameGeneration(car: Span & Pick<Car, "also">): string {
  return `Same generation (${formatYears(car.yearFrom, car.yearTo)}${car.also ?? ""})`;
}

function toMatch(
  { make, model, yearFrom, yearTo }: Span,
  grade: Match["grade"],
  reasons: (string | undefined)[],
): Match {
  return { make, model, yearFrom, yearTo, grade, reason: `${reasons.filter(Boolean).join("; ")}.` };
}

function spanOf({ make, model, from, to }: EngineYears | TransmissionYears): Span {
  return { make, model, yearFrom: from, yearTo: to };
}

function overlap(one: Span, other: Span): Span[] {
  const [yearFrom, yearTo] = [Math.max(one.yearFrom, other.yearFrom), Math.min(one.yearTo, other.yearTo)];
  return yearFrom <= yearTo ? [{ ...one, yearFrom, yearTo }] : [];
}

/** The years of another car's engine in those of its generations that were made at the same time as the asked one. */
function ofSameTime(data: Data, other: Span, car: Car): Span[] {
  if (isSameModel(other, car)) return overlap(other, car);
  const beside = data.cars
    .find(other.make, other.model)
    .cars.filter((known) => isSameModel(known, other))
    .flatMap(({ generations }) => generations)
    .filter(({ from, to }) => from <= car.yearTo && car.yearFrom <= to);
  if (beside.length === 0) return [];
  return overlap(other, {
    ...other,
    yearFrom: Math.min(...beside.map(({ from }) => from)),
    yearTo: Math.max(...beside.map(({ to }) => to)),
  });
}

function isOf(
  car: { make: string; model: string; generation: string },
  other: { make: string; model: string; generation: string },
): boolean {
  return isSameModel(car, other) && car.generation === other.generation;
}

function isSameModel(one: { make: string; model: string }, other: { make: string; model: string }): boolean {
  return one.make === other.make && one.model === other.model;
}

function isIn({ from, to }: { from: number; to: number }, year: number): boolean {
  return from <= year && year <= to;
}

function bodiesOf({ body }: Generation): string[] {
  return body.split("/");
}

function withArticle(words: string): string {
  return `${words.startsWith("SUV") ? "an" : "a"} ${words}`;
}

/** One match of several with the same cars and grade. */
function withoutRepeats(matches: readonly Match[]): Match[] {
  return [...new Map(matches.map((match) => [JSON.stringify(match), match])).values()];
}
