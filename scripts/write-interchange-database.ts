// Builds build/interchange/interchange.db from app/interchange/data and from NHTSA's vPIC tables, once they agree with each other.
// Run by scripts/ready.mjs; see docs/interchange.md.

import { randomUUID } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import Database from "better-sqlite3";
import { parse } from "csv-parse/sync";
import { type Generation, indexCars, type OtherName } from "../app/interchange/cars";
import { findDisagreements } from "../app/interchange/vin-check";
import { type EngineYears, readEngines } from "../app/interchange/vpic-engines";
import { checkSource, SOURCE } from "./build-vin-database.mjs";
import { inProject } from "./project.mjs";

const FOLDER = inProject("build", "interchange");
const unfinished = path.join(FOLDER, `unfinished-${randomUUID()}.db`);
const scratch = mkdtempSync(path.join(tmpdir(), "interchange-"));

type Line = Record<string, string | number>;

/** A table of the data: years are numbers, and `twin make` becomes `twinMake`. */
function readData<T = Line>(name: string): T[] {
  return parse(readFileSync(inProject("app", "interchange", "data", `${name}.csv`)), {
    columns: (headings: string[]) =>
      headings.map((heading) => heading.replace(/ (.)/g, (_, first: string) => first.toUpperCase())),
    cast: (cell, { column }) => (column === "from" || column === "to" ? Number(cell) : cell),
  });
}

function write(database: Database.Database, table: string, lines: readonly object[]) {
  const columns = Object.keys(lines[0] ?? {});
  const quoted = columns.map((column) => `"${column}"`).join(", ");
  database.exec(`CREATE TABLE ${table} (${quoted})`);
  const insert = database.prepare(
    `INSERT INTO ${table} VALUES (${columns.map((column) => `@${column}`).join(", ")})`,
  );
  for (const line of lines) insert.run(line);
}

async function build() {
  const generations = readData<Generation & { source: string }>("generations");
  const names = readData<OtherName>("names");
  const cars = indexCars(generations, names);

  const vin = new Database(inProject("build", "vin", "vin.db"), { readonly: true, fileMustExist: true });
  const problems = findDisagreements(vin, cars, generations, readData("settled"));
  vin.close();
  if (problems.length > 0) throw new Error(problems.join("\n"));

  await checkSource();
  const unpacked = path.join(scratch, "vpic.db");
  await pipeline(createReadStream(SOURCE), createGunzip(), createWriteStream(unpacked));
  const vpic = new Database(unpacked, { readonly: true });
  const unjoined = readData<{ make: string }>("unjoined").map(({ make }) => make);
  const engines = readEngines(vpic, cars, readData<EngineYears>("engines"), unjoined);
  vpic.close();

  const database = new Database(unfinished);
  database.pragma("journal_mode = OFF");
  database.transaction(() => {
    write(database, "generations", generations);
    write(database, "names", names);
    write(database, "twins", readData("twins"));
    write(database, "engines", engines);
    write(database, "transmissions", readData("transmissions"));
    write(database, "follows", readData("follows"));
  })();
  database.pragma("journal_mode = DELETE");
  database.close();
  renameSync(unfinished, path.join(FOLDER, "interchange.db"));
}

mkdirSync(FOLDER, { recursive: true });
try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(unfinished, { force: true });
  rmSync(scratch, { recursive: true, force: true });
}
