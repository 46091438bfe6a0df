// Reads build/vin/vin.db, which scripts/build-vin-database.mjs builds from NHTSA's vPIC tables. A manufacturer code (Wmi) has
// schemas for each year (Wmi_VinSchema), and a schema has patterns (Pattern).

import Database from "better-sqlite3";
import { inProgram } from "~/program.server";
import { MULTIPURPOSE_VEHICLE, PASSENGER_CAR, TRUCK } from "./model-year";

/** Where the build puts the database. */
export const VIN_DATABASE_PATH = inProgram("build/vin/vin.db");

/** vPIC's element numbers. */
export const ELEMENT = {
  bodyClass: 5,
  cylinders: 9,
  cubicCentimeters: 11,
  cubicInches: 12,
  liters: 13,
  driveType: 15,
  engineModel: 18,
  model: 28,
  series: 34,
  trim: 38,
  configuration: 64,
} as const;

/** An open VIN database. */
export type VinDatabase = ReturnType<typeof openVinDatabase>;

/** A manufacturer code. `vehicleType` is vPIC's number; `makes` are all makes sold under the code. */
interface MakerCode {
  id: number;
  vehicleType: number | undefined;
  makes: string[];
}

/** A pattern that matches a VIN: an element's text, or for a model its id. */
export interface MatchedPattern {
  element: number;
  value: string;
}

/**
 * Opens the database read-only.
 *
 * @throws if the file is missing or is not a VIN database
 */
export function openVinDatabase(databasePath: string) {
  const database = new Database(databasePath, { readonly: true, fileMustExist: true });
  try {
    return prepareQueries(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareQueries(database: Database.Database) {
  // A decode reads only a few dozen pages, so a small cache is enough.
  database.pragma("cache_size = -2000");

  const version = database.prepare<[], string>("SELECT Version FROM About").pluck().get();
  if (!version) throw new Error("The VIN database has no version");
  const makerCode = database.prepare<[string], { id: number; vehicleType: number | null }>(
    "SELECT Id AS id, VehicleTypeId AS vehicleType FROM Wmi WHERE Wmi = ?",
  );
  const makes = database.prepare<[number], string>("SELECT Make FROM Wmi_Make WHERE WmiId = ?").pluck();
  const makeName = database.prepare<[string], string>("SELECT Make FROM Model WHERE Id = ?").pluck();
  const modelName = database.prepare<[string], string>("SELECT Name FROM Model WHERE Id = ?").pluck();
  const patterns = database
    .prepare<[number, number, number], PatternRow>(
      `SELECT Keys, ElementId, AttributeId, ChangedOn
       FROM Wmi_VinSchema JOIN Pattern ON Pattern.VinSchemaId = Wmi_VinSchema.VinSchemaId
       WHERE WmiId = ? AND YearFrom <= ? AND YearTo >= ?`,
    )
    .raw();
  const anyPattern = database
    .prepare<[number, number, number], number>(
      "SELECT 1 FROM Wmi_VinSchema WHERE WmiId = ? AND YearFrom <= ? AND YearTo >= ? LIMIT 1",
    )
    .pluck();
  const modelPatterns = database
    .prepare<[number], PatternRow>(
      `SELECT Keys, ElementId, AttributeId, ChangedOn
       FROM Wmi_VinSchema JOIN Pattern ON Pattern.VinSchemaId = Wmi_VinSchema.VinSchemaId
       WHERE WmiId = ? AND ElementId = ${ELEMENT.model}`,
    )
    .raw();
  const models = database.prepare<[], { make: string; model: string }>(
    `SELECT DISTINCT Model.Make AS make, Model.Name AS model
     FROM Pattern JOIN Model ON Model.Id = CAST(Pattern.AttributeId AS INTEGER)
     WHERE ElementId = ${ELEMENT.model} AND VinSchemaId IN (
       SELECT VinSchemaId FROM Wmi_VinSchema JOIN Wmi ON Wmi.Id = WmiId
       WHERE VehicleTypeId IN (${PASSENGER_CAR}, ${TRUCK}, ${MULTIPURPOSE_VEHICLE})
     )`,
  );
  const engine = database
    .prepare<[string], [number, string]>(
      "SELECT ElementId, AttributeId FROM EngineModelPattern WHERE EngineModel = ?",
    )
    .raw();

  return {
    /** Identifies the data and the script that made the file. */
    version,

    /** If the third character is 9, it is a small manufacturer whose code continues in positions 12 to 14. */
    findMakerCode(vin: string): MakerCode | undefined {
      const code = vin.slice(0, 3);
      const smallMaker = code.endsWith("9") ? makerCode.get(code + vin.slice(11, 14)) : undefined;
      const row = smallMaker ?? makerCode.get(code);
      if (!row) return undefined;
      return { id: row.id, vehicleType: row.vehicleType ?? undefined, makes: makes.all(row.id) };
    },

    /** The patterns of one model year, the most specific first. */
    findPatterns(makerCodeId: number, year: number, vin: string): MatchedPattern[] {
      return matchPatterns(patterns.all(makerCodeId, year, year), vin);
    },

    /** Whether the maker has any patterns for that model year. */
    hasPatterns(makerCodeId: number, year: number): boolean {
      return anyPattern.get(makerCodeId, year, year) !== undefined;
    },

    /** The patterns of every model year that name a model, the most specific first. */
    findModelPatterns(makerCodeId: number, vin: string): MatchedPattern[] {
      return matchPatterns(modelPatterns.all(makerCodeId), vin);
    },

    findModel(id: string): { make: string; model: string } | undefined {
      const make = makeName.get(id);
      const model = modelName.get(id);
      return make && model ? { make, model } : undefined;
    },

    /** Every make and model of cars, light trucks and vans whose VINs can be decoded; reads the patterns, so ask once. */
    listModels(): { make: string; model: string }[] {
      return models.all();
    },

    /** What vPIC knows of an engine by its name. */
    findEngine(name: string): MatchedPattern[] {
      return engine.all(name.toLowerCase()).map(([element, value]) => ({ element, value }));
    },

    close() {
      database.close();
    },
  };
}

type PatternRow = [keys: string, element: number, value: string, changedOn: number];

/** The matching rows, the most specific first and then, as in vPIC, the most recent. */
function matchPatterns(rows: PatternRow[], vin: string): MatchedPattern[] {
  const descriptor = toDescriptor(vin);
  return rows
    .filter(([keys]) => matchesKeys(keys, descriptor))
    .map(([keys, element, value, changedOn]) => ({ element, value, weight: specificity(keys), changedOn }))
    .sort((one, other) => other.weight - one.weight || other.changedOn - one.changedOn);
}

/** The part of a VIN that patterns match: positions 4 to 8, a bar, and 10 to 17. Position 9 is the check digit. */
function toDescriptor(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`;
}

/**
 * True if a pattern's keys match the start of a descriptor. `*` matches any character, `#` a digit, `[A-C7]` one of a set, and
 * anything else, including the bar, itself. Matched by hand, because most keys fail at their first character, sooner than a
 * regular expression could be compiled.
 */
function matchesKeys(keys: string, descriptor: string): boolean {
  let position = 0;
  for (let index = 0; index < keys.length; index++, position++) {
    const character = descriptor.charAt(position);
    const key = keys.charAt(index);
    if (character === "") return false;
    if (key === "*") continue;
    if (key === "#") {
      if (character < "0" || character > "9") return false;
    } else if (key === "[") {
      const end = keys.indexOf("]", index);
      if (end < 0 || !isInSet(character, keys, index + 1, end)) return false;
      index = end;
    } else if (key !== character) {
      return false;
    }
  }
  return true;
}

/** Whether a character is in the set that `keys` spells from `start` up to `end`: `A-HJ7`. */
function isInSet(character: string, keys: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const from = keys.charAt(index);
    const isRange = keys.charAt(index + 1) === "-" && index + 2 < end;
    const to = isRange ? keys.charAt(index + 2) : from;
    if (character >= from && character <= to) return true;
    if (isRange) index += 2;
  }
  return false;
}

/** How specific keys are: by positions, then by how many of those are one character rather than a set. */
function specificity(keys: string): number {
  const positions = keys.replace(/\[[^\]]*\]?/g, "?").replace(/[*|]/g, "");
  const single = positions.replace(/[?#]/g, "");
  return positions.length * 100 + single.length;
}
