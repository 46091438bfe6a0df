import type Database from "better-sqlite3";
import { type indexCars, type KnownCar, lastYearOf } from "./cars";
import { canMatchOneVin } from "./vin-keys";
import { runsOfYears } from "./years";

/** Years in which a model had an engine. `engine` is its code; empty if unknown. */
export interface EngineYears {
  make: string;
  model: string;
  from: number;
  to: number;
  engine: string;
  liters: string;
  cylinders: string;
  fuel: string;
}

const MODEL = 28;
const ENGINE_MODEL = 18;
const FUEL = 24;
const CYLINDERS = 9;
const [CUBIC_CENTIMETERS, CUBIC_INCHES, LITERS] = [11, 12, 13];
const SIZES = [CUBIC_CENTIMETERS, CUBIC_INCHES, LITERS];
const FIRST_YEAR = 1995;

interface Pattern {
  schema: number;
  keys: string;
  element: number;
  value: string;
}

/**
 * The engines of all known cars: as vPIC's patterns say them, a model's joined with an engine's where one VIN can match both, and
 * those that the data adds. An engine without a code gives way to one of the same size that has one.
 * @param unjoined makes of which only what the data adds counts
 */
export function readEngines(
  vpic: Database.Database,
  cars: ReturnType<typeof indexCars>,
  added: readonly EngineYears[],
  unjoined: readonly string[],
): EngineYears[] {
  const years = readYears(vpic, lastYearOf(cars.all.flatMap(({ generations }) => generations)));
  const carOf = readCars(vpic, cars);
  const facts = readFacts(vpic);
  const found = new Map<string, FoundEngine & { years: Set<number> }>();
  const add = ({ from, to, ...engine }: EngineYears, rank: number) => {
    const key = JSON.stringify([engine, rank]);
    const known = found.get(key) ?? { ...engine, rank, years: new Set() };
    for (let year = from; year <= to; year++) known.years.add(year);
    found.set(key, known);
  };

  for (const engine of added) add(engine, 2);
  for (const [schema, patterns] of patternsBySchema(vpic)) {
    const spans = years.get(schema) ?? [];
    const engines = enginesOf(patterns, facts);
    for (const { keys, value } of patterns.filter(({ element }) => element === MODEL)) {
      const car = carOf.get(value);
      if (!car || spans.length === 0 || unjoined.includes(car.make)) continue;
      for (const engine of engines) {
        if (!canMatchOneVin(keys, engine.keys)) continue;
        const fuels = new Set(
          patterns
            .filter(({ element }) => element === FUEL)
            .filter(
              (pattern) => canMatchOneVin(pattern.keys, keys) && canMatchOneVin(pattern.keys, engine.keys),
            )
            .map((pattern) => facts.fuels.get(pattern.value)),
        );
        const [fuel = ""] = engine.fuel ? [engine.fuel] : fuels.size === 1 ? fuels : [];
        for (const [from, to] of spans)
          add(
            { make: car.make, model: car.model, from, to, engine: engine.code, ...engine.size, fuel },
            engine.code ? 1 : 0,
          );
      }
    }
  }
  return toRanges([...found.values()], cars.all);
}

/** The years of each schema that cars and light trucks have. */
function readYears(vpic: Database.Database, lastYear: number): Map<number, [number, number][]> {
  const rows = vpic
    .prepare<[], [number, number, number]>(
      `SELECT DISTINCT VinSchemaId, max(YearFrom, ${FIRST_YEAR}), min(ifnull(YearTo, ${lastYear}), ${lastYear})
       FROM Wmi_VinSchema JOIN Wmi ON Wmi.Id = WmiId
       WHERE VehicleTypeId IN (2, 3, 7) AND ifnull(YearTo, ${lastYear}) >= ${FIRST_YEAR}`,
    )
    .raw()
    .all();
  const years = new Map<number, [number, number][]>();
  for (const [schema, from, to] of rows) years.set(schema, [...(years.get(schema) ?? []), [from, to]]);
  return years;
}

/** The known car of each of vPIC's models, by its id; none where its name may mean several. */
function readCars(
  vpic: Database.Database,
  { findNamed }: ReturnType<typeof indexCars>,
): Map<string, KnownCar> {
  const models = vpic
    .prepare<[], { id: string; make: string; model: string }>(
      `SELECT CAST(Model.Id AS TEXT) AS id, trim(Make.Name) AS make, trim(Model.Name) AS model
       FROM Model JOIN Make_Model ON ModelId = Model.Id JOIN Make ON Make.Id = MakeId`,
    )
    .all();
  return new Map(
    models.flatMap(({ id, make, model }) => {
      const { cars } = findNamed(make, model);
      return cars[0] && cars.length === 1 ? [[id, cars[0]] as const] : [];
    }),
  );
}

type Facts = ReturnType<typeof readFacts>;

/** Names of engines and fuels, and what vPIC knows of an engine by its name. */
function readFacts(vpic: Database.Database) {
  const pairs = (sql: string) => new Map(vpic.prepare<[], [string, string]>(sql).raw().all());
  const known = new Map<string, Map<number, string>>();
  const rows = vpic
    .prepare<[], [string, number, string]>(
      `SELECT lower(Name), ElementId, AttributeId FROM EngineModelPattern
       JOIN EngineModel ON EngineModel.Id = EngineModelId ORDER BY EngineModelPattern.Id`,
    )
    .raw();
  for (const [name, element, value] of rows.iterate())
    known.set(name, (known.get(name) ?? new Map()).set(element, value));
  return {
    names: pairs("SELECT lower(Name), Name FROM EngineModel"),
    // The same engine takes ethanol too.
    fuels: pairs(
      "SELECT CAST(Id AS TEXT), CASE WHEN Name LIKE 'Flex%' OR Name LIKE 'Ethanol%' THEN 'Gasoline' ELSE Name END FROM FuelType",
    ),
    known,
  };
}

/** vPIC's patterns of models and engines, a schema at a time. */
function* patternsBySchema(vpic: Database.Database): Generator<[number, Pattern[]]> {
  const rows = vpic
    .prepare<[], Pattern>(
      `SELECT VinSchemaId AS schema, upper(Keys) AS keys, ElementId AS element, trim(AttributeId) AS value FROM Pattern
       WHERE ElementId IN (${[MODEL, ENGINE_MODEL, FUEL, CYLINDERS, ...SIZES].join(", ")}) ORDER BY VinSchemaId`,
    )
    .iterate();
  let patterns: Pattern[] = [];
  for (const pattern of rows) {
    const [first] = patterns;
    if (first && first.schema !== pattern.schema) {
      yield [first.schema, patterns];
      patterns = [];
    }
    patterns.push(pattern);
  }
  if (patterns[0]) yield [patterns[0].schema, patterns];
}

/** The engines of a schema: what the patterns with the same keys say, and what is known of the engine that they name. */
function enginesOf(patterns: readonly Pattern[], { names, fuels, known }: Facts) {
  const engines = new Map<string, Pattern[]>();
  for (const pattern of patterns.filter(({ element }) => element !== MODEL))
    engines.set(pattern.keys, [...(engines.get(pattern.keys) ?? []), pattern]);
  return [...engines].flatMap(([keys, ofKeys]) => {
    const said = new Map(ofKeys.map(({ element, value }) => [element, value]));
    const name = said.get(ENGINE_MODEL)?.toLowerCase() ?? "";
    const all = new Map([...said, ...(known.get(name) ?? [])]);
    const liters =
      Number(all.get(LITERS)) ||
      Number(all.get(CUBIC_CENTIMETERS)) / 1000 ||
      (Number(all.get(CUBIC_INCHES)) * 16.387) / 1000;
    if (!(liters > 0.5 && liters < 9)) return [];
    const size = { liters: liters.toFixed(1), cylinders: all.get(CYLINDERS) ?? "" };
    return [{ keys, size, code: names.get(name) ?? "", fuel: fuels.get(all.get(FUEL) ?? "") ?? "" }];
  });
}

interface FoundEngine extends Omit<EngineYears, "from" | "to"> {
  years: ReadonlySet<number>;
  /** Of two engines of one size in one year the higher rank counts: ours, one with a code, one without. */
  rank: number;
}

/** The years in which the model was made, as ranges. */
function toRanges(found: readonly FoundEngine[], cars: readonly KnownCar[]): EngineYears[] {
  const made = new Map(cars.map((car) => [`${car.make} ${car.model}`, car.generations]));
  const ofCar = new Map<string, FoundEngine[]>();
  for (const engine of found) {
    const car = `${engine.make} ${engine.model}`;
    ofCar.set(car, [...(ofCar.get(car) ?? []), engine]);
  }
  return found
    .flatMap(({ years, rank, ...engine }) => {
      const car = `${engine.make} ${engine.model}`;
      const better = (ofCar.get(car) ?? []).filter((other) => other.rank > rank && isSameSize(other, engine));
      const kept = [...years].filter(
        (year) =>
          (made.get(car) ?? []).some(({ from, to }) => from <= year && year <= to) &&
          !better.some((other) => other.years.has(year)),
      );
      // A code that vPIC has for only one year usually belongs to another model of the same plant.
      return runsOfYears(kept)
        .filter(([from, to]) => rank !== 1 || to > from)
        .map(([from, to]) => ({ ...engine, from, to }));
    })
    .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

/** The codes of an engine: a line has several where a model came with either, `LY5/LMG`; none if unknown. */
export function codesOf({ engine }: Pick<EngineYears, "engine">): string[] {
  return engine === "" ? [] : engine.split("/");
}

type Size = Pick<EngineYears, "liters" | "cylinders" | "fuel">;

/** Whether two engines may be the same, by what is known about them. */
export function isSameSize(one: Size, other: Size): boolean {
  const isSame = (a: string, b: string) => a === "" || b === "" || a === b;
  return (
    one.liters === other.liters && isSame(one.cylinders, other.cylinders) && isSame(one.fuel, other.fuel)
  );
}
