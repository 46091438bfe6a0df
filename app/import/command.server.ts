import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { config } from "~/config.server";
import { engine, type Lock } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { COMMAND_LINE } from "~/history/change";
import { formatCount } from "~/values/format";
import { INVENTORY_KINDS } from "~/vehicles/inventory";
import type { Kind } from "~/vehicles/store.server";
import { FILE_TOO_LARGE, MAX_IMPORT_BYTES } from "./file.server";
import { type ColumnMap, missingColumn, readColumnMap } from "./headings";
import {
  confirmImport,
  countOutcomes,
  createImport,
  discardImport,
  findImport,
  type Import,
  importFolder,
  matchColumns,
} from "./import.server";
import { importForm } from "./plan.server";
import { reportLines } from "./report.server";
import { checkImport, storeImport } from "./run.server";

const HELP = `npm run import -- retail|dismantled|part <file.csv> adds and changes vehicles or parts from a CSV file; the site may be running. The
report is CSV on standard output.

  --dry-run         only checks, and reports what would be done
  --columns MAP     which column holds which field, where the headings don't say: "price=Asking,notes=" (a column by its heading or
                    number; nothing for none)

Exit status: 0 every row is taken, 1 a row was refused or the file can't be read, 2 wrong usage.`;

const LOCK_RETRY_MS = 500;
const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs `npm run import` with its arguments, through the same steps as the staff page, where it can be undone.
 * @param folder the folder that a relative path starts from
 * @returns the exit status
 */
export async function runImportCommand(args: string[], folder: string): Promise<number> {
  const given = readArguments(args);
  if (given === "help") {
    console.log(HELP);
    return 0;
  }
  if (!given) {
    console.error(HELP);
    return WRONG_USAGE;
  }
  await migrate(engine);
  const lock = await waitForLock();
  try {
    return await runImport(given, path.resolve(folder, given.file));
  } finally {
    await lock.release();
  }
}

/** Waits until the site, or another command, has ended its import. */
async function waitForLock(): Promise<Lock> {
  for (;;) {
    const lock = await engine.takeLock("import");
    if (lock) return lock;
    await sleep(LOCK_RETRY_MS);
  }
}

async function runImport(given: Given, file: string): Promise<number> {
  const started = await startImport(given, file);
  if (typeof started === "string") {
    console.error(started);
    return FAILED;
  }
  await checkImport(started);
  if (!given.isDryRun && (await confirmImport(started.id, { now: new Date(), by: COMMAND_LINE })))
    await storeImport({ ...started, status: "importing" });
  const status = await report(started.id, given.isDryRun);
  if (given.isDryRun) await discardImport(started.id);
  return status;
}

interface Given {
  kind: Kind;
  file: string;
  isDryRun: boolean;
  columns: string;
}

function readArguments(args: string[]): Given | "help" | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        columns: { type: "string", default: "" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) return "help";
    const [kind, file, ...rest] = positionals;
    const known = INVENTORY_KINDS.find((one) => one === kind);
    if (!known || !file || rest.length > 0) return undefined;
    return { kind: known, file, isDryRun: values["dry-run"], columns: values.columns };
  } catch {
    return undefined;
  }
}

/** The import, ready to be checked by this process; otherwise a sentence. */
async function startImport({ kind, columns: map }: Given, file: string): Promise<Import | string> {
  if (!existsSync(file)) return `There is no file ${file}.`;
  if ((await stat(file)).size > MAX_IMPORT_BYTES) return FILE_TOO_LARGE;
  const copy = path.join(importFolder(), `${randomUUID()}.upload`);
  await copyFile(file, copy);
  giveToOwnerOf(config.DATA_DIR, copy);
  const now = new Date();
  const fileName = path.basename(file);
  const created = await createImport({ kind, path: copy, fileName, by: "npm run import" }, now);
  if (!created.ok) return created.message;
  const work = await findImport(created.id);
  if (!work) return "The import was deleted.";
  const read = readColumnMap(importForm(kind), work.headings, map);
  const columns = read.ok ? withColumns(work.columns, read.columns) : {};
  const problem = read.ok ? missingColumn(kind, columns) : read.message;
  if (problem === undefined && (await matchColumns(work.id, columns, now)))
    return { ...work, columns, status: "checking" };
  await discardImport(work.id);
  return `${problem}. The file's columns: ${work.headings.join(", ")}.`;
}

function withColumns(matched: ColumnMap, chosen: Record<string, number | undefined>): ColumnMap {
  const columns = Object.entries({ ...matched, ...chosen }).filter(([, column]) => column !== undefined);
  return Object.fromEntries(columns) as ColumnMap;
}

async function report(id: string, isDryRun: boolean): Promise<number> {
  const work = await findImport(id);
  if (!work || work.problem !== null) {
    console.error(work?.problem ?? "The import was deleted.");
    return FAILED;
  }
  for await (const line of reportLines(work)) process.stdout.write(line);
  const { added, changed, unchanged, refused } = await countOutcomes(id);
  const figures = [
    `${formatCount(added)} added`,
    `${formatCount(changed)} changed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(refused)} refused`,
  ].join(", ");
  console.error(isDryRun ? `Would be: ${figures}. Nothing was changed.` : `${figures}.`);
  return refused > 0 ? FAILED : 0;
}
