// The queries on build/vin/vin.db, made by scripts/build-vin-database.mjs out of NHTSA's vPIC tables: a maker's
// code (Wmi) leads to the schemas of a year (Wmi_VinSchema), and each schema to what its patterns say (Pattern).

import Database from "better-sqlite3";

/** vPIC's numbers for what a pattern tells. */
export const ELEMENT = {
  cylinders: 9,
  cubicCentimetres: 11,
  cubicInches: 12,
  litres: 13,
  driveType: 15,
  engineModel: 18,
  model: 28,
  series: 34,
  trim: 38,
  configuration: 64,
} as const;

export type VinDatabase = ReturnType<typeof openVinDatabase>;

/** A maker's code. `vehicleType` is vPIC's number; `makes` holds every make sold under the code. */
export interface MakerCode {
  id: number;
  vehicleType: number | undefined;
  makes: string[];
}

/** One thing a matching pattern says of a VIN: the text of an element, or for a model its id. */
export interface Finding {
  element: number;
  value: string;
}

/**
 * Opens the database read-only.
 *
 * @throws where the file is missing or is no such database.
 */
export function openVinDatabase(databasePath: string) {
  const database = new Database(databasePath, { readonly: true, fileMustExist: true });
  try {
    return queriesOf(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function queriesOf(database: Database.Database) {
  // A decode reads a few dozen pages: a small cache costs no time.
  database.pragma("cache_size = -2000");

  const version = database.prepare<[], string>("SELECT Version FROM About").pluck().get();
  if (!version) throw new Error("The VIN database names no version");
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
  const modelPatterns = database
    .prepare<[number], PatternRow>(
      `SELECT Keys, ElementId, AttributeId, ChangedOn
       FROM Wmi_VinSchema JOIN Pattern ON Pattern.VinSchemaId = Wmi_VinSchema.VinSchemaId
       WHERE WmiId = ? AND ElementId = ${ELEMENT.model}`,
    )
    .raw();
  const engine = database
    .prepare<[string], [number, string]>(
      "SELECT ElementId, AttributeId FROM EngineModelPattern WHERE EngineModel = ?",
    )
    .raw();

  return {
    /** Names the data and the making of it; another version may answer differently. */
    version,

    /** Who made it. A third character 9 marks a small maker, whose code goes on in positions 12 to 14. */
    findMakerCode(vin: string): MakerCode | undefined {
      const code = vin.slice(0, 3);
      const small = code.endsWith("9") ? makerCode.get(code + vin.slice(11, 14)) : undefined;
      const found = small ?? makerCode.get(code);
      if (!found) return undefined;
      return { id: found.id, vehicleType: found.vehicleType ?? undefined, makes: makes.all(found.id) };
    },

    /** What the patterns of a year say of a VIN, the most telling first. */
    findFindings(makerCodeId: number, year: number, vin: string): Finding[] {
      return matching(patterns.all(makerCodeId, year, year), vin);
    },

    /** What the patterns of any year say of the model, the most telling first. */
    findModelsOfAnyYear(makerCodeId: number, vin: string): Finding[] {
      return matching(modelPatterns.all(makerCodeId), vin);
    },

    findModel(id: string): { make: string; model: string } | undefined {
      const make = makeName.get(id);
      const model = modelName.get(id);
      return make && model ? { make, model } : undefined;
    },

    /** What is known of an engine by its name. */
    findEngine(name: string): Finding[] {
      return engine.all(name.toLowerCase()).map(([element, value]) => ({ element, value }));
    },

    close() {
      database.close();
    },
  };
}

type PatternRow = [keys: string, element: number, value: string, changedOn: number];

/** The rows whose keys match, the ones that pin most positions first and then, as vPIC has it, the latest. */
function matching(rows: PatternRow[], vin: string): Finding[] {
  const descriptor = descriptorOf(vin);
  return rows
    .filter(([keys]) => matchesKeys(keys, descriptor))
    .map(([keys, element, value, changedOn]) => ({ element, value, weight: weightOf(keys), changedOn }))
    .sort((one, other) => other.weight - one.weight || other.changedOn - one.changedOn);
}

/** The part of a VIN that patterns speak of: positions 4 to 8, a bar, and 10 to 17. Position 9 is the check digit's. */
export function descriptorOf(vin: string): string {
  return `${vin.slice(3, 8)}|${vin.slice(9)}`;
}

/**
 * Whether a pattern's keys match the beginning of a descriptor. `*` stands for any sign, `#` for a digit,
 * `[A-C7]` for one of a set; everything else, the bar included, for itself. Read sign by sign and not as a regular
 * expression: most keys fail at their first sign, long before an expression would have been compiled or found.
 */
export function matchesKeys(keys: string, descriptor: string): boolean {
  let position = 0;
  for (let at = 0; at < keys.length; at++, position++) {
    const sign = descriptor.charAt(position);
    const key = keys.charAt(at);
    if (sign === "") return false;
    if (key === "*") continue;
    if (key === "#") {
      if (sign < "0" || sign > "9") return false;
    } else if (key === "[") {
      const end = keys.indexOf("]", at);
      if (end < 0 || !isInSet(sign, keys, at + 1, end)) return false;
      at = end;
    } else if (key !== sign) {
      return false;
    }
  }
  return true;
}

/** Whether a sign is in the set that `keys` spells from `start` up to `end`: `A-HJ7`. */
function isInSet(sign: string, keys: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const from = keys.charAt(at);
    const isRange = keys.charAt(at + 1) === "-" && at + 2 < end;
    const to = isRange ? keys.charAt(at + 2) : from;
    if (sign >= from && sign <= to) return true;
    if (isRange) at += 2;
  }
  return false;
}

/** How much a pattern's keys pin down: positions first, then those given as one sign and not as a set. */
function weightOf(keys: string): number {
  const positions = keys.replace(/\[[^\]]*\]?/g, "?").replace(/[*|]/g, "");
  const single = positions.replace(/[?#]/g, "");
  return positions.length * 100 + single.length;
}
