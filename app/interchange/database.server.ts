// Reads build/interchange/interchange.db, which scripts/write-interchange-database.ts builds of app/interchange/data and vPIC.

import Database from "better-sqlite3";
import { inProgram } from "~/program.server";
import { type Generation, indexCars, type OtherName } from "./cars";
import { codesOf, type EngineYears } from "./vpic-engines";

/** Where the build puts the database. */
const DATABASE_PATH = inProgram("build/interchange/interchange.db");

/** A model that is the same car as another: one line of twins.csv. */
interface Twin {
  make: string;
  model: string;
  generation: string;
  twinMake: string;
  twinModel: string;
  twinGeneration: string;
  /** The kinds of parts that differ: `badges/front`. */
  differs: string;
}

/** What an entry or a whole subcategory of the catalog follows: one line of follows.csv. */
export interface FollowsLine {
  subcategory: string;
  entry: string;
  follows: "generation" | "engine" | "transmission" | "both" | "exact";
  kind: string;
  /** What else to know, even if everything else is the same. */
  warning: string;
}

/** Years in which a model had a transmission, behind some of its engines: one line of transmissions.csv. */
export interface TransmissionYears {
  make: string;
  model: string;
  from: number;
  to: number;
  /** Its name; several that go by one: `4R70W/4R75E`. */
  transmission: string;
  kind: "automatic" | "manual" | "cvt" | "dct";
}

/** The tables, in the order of an export. */
export const INTERCHANGE_TABLES = [
  "generations",
  "names",
  "twins",
  "engines",
  "transmissions",
  "follows",
] as const;

/** The interchange's data, read once. Undefined until a build has made it; the next call tries again. */
export function openInterchange(): Interchange | undefined {
  try {
    opened ??= prepare(new Database(DATABASE_PATH, { readonly: true, fileMustExist: true }));
    return opened;
  } catch {
    return undefined;
  }
}

let opened: Interchange | undefined;

type Interchange = ReturnType<typeof prepare>;

function prepare(database: Database.Database) {
  const all = <Line>(table: (typeof INTERCHANGE_TABLES)[number]) =>
    database.prepare<[], Line>(`SELECT * FROM ${table}`).all();
  const engines = all<EngineYears>("engines");
  const byCar = groupBy(engines, ({ make, model }) => [`${make}|${model}`]);
  const byCode = groupBy(engines, codesOf);
  const twins = groupBy(all<Twin>("twins"), ({ make, model, twinMake, twinModel }) => [
    ...new Set([`${make}|${model}`, `${twinMake}|${twinModel}`]),
  ]);
  return {
    all,
    cars: indexCars(all<Generation>("generations"), all<OtherName>("names")),
    twinsOf: (make: string, model: string) => twins.get(`${make}|${model}`) ?? [],
    follows: all<FollowsLine>("follows"),
    transmissions: all<TransmissionYears>("transmissions"),
    enginesOf: (make: string, model: string) => byCar.get(`${make}|${model}`) ?? [],
    carsWithEngine: (code: string) => byCode.get(code) ?? [],
  };
}

function groupBy<One>(all: readonly One[], keysOf: (one: One) => readonly string[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all)
    for (const key of keysOf(one)) {
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  return groups;
}
