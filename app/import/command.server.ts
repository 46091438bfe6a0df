import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { IMPORTED_COLLECTIONS } from "~/collections";
import { config } from "~/config.server";
import { actAs, COMMAND_LINE } from "~/context.server";
import { engine, type Lock } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { refreshSettings } from "~/settings/store.server";
import { formatCount } from "~/values/format";
import { printError, printLines } from "~/values/terminal";
import { FILE_TOO_LARGE, MAX_IMPORT_BYTES } from "./file.server";
import {
  type ColumnMap,
  importFields,
  missingColumn,
  readColumnMap,
  readKeptColumns,
  unfitColumns,
  unmatchedColumns,
} from "./headings";
import {
  confirmImport,
  countOutcomes,
  createImport,
  discardImport,
  findImport,
  findUnknownWords,
  type Import,
  importFolder,
  matchColumns,
} from "./import.server";
import { meaningsOf } from "./meanings.server";
import { importForm, type UnknownWord } from "./plan.server";
import { reportLines } from "./report.server";
import { checkImport, storeImport } from "./run.server";

const HELP = `npm run import -- retail|dismantled|parts|customers|oldSales|purchases|fitments <file> adds and changes records from a CSV file or an Excel workbook; the site may be
running. The report is CSV on standard output.

  --dry-run               only checks, and reports what would be done
  --columns MAP           which column holds which field, where the headings don't say: "price=Asking,notes=" (a column by its
                          heading or number; nothing for none)
  --keep-in-notes LIST    which columns without a field are kept in the notes: "Cost,Yard Row", "all", or "" for none; cost, location
                          and title unless said
  --allow-other-vins      a known stock number may get another VIN

Exit status: 0 every row is taken, 1 a row was rejected or the file can't be read, 2 wrong usage.`;

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
  await refreshSettings();
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
    printError(started);
    return FAILED;
  }
  await checkImport(started);
  if (!given.isDryRun && (await actAs(COMMAND_LINE, new Date(), () => confirmImport(started.id))))
    await storeImport({ ...started, status: "importing" });
  const status = await report(started.id, given.isDryRun);
  if (given.isDryRun) await discardImport(started.id);
  return status;
}

interface Given {
  kind: string;
  file: string;
  isDryRun: boolean;
  columns: string;
  keepInNotes: string | undefined;
  allowsOtherVins: boolean;
}

function readArguments(args: string[]): Given | "help" | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        columns: { type: "string", default: "" },
        "keep-in-notes": { type: "string" },
        "allow-other-vins": { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) return "help";
    const [kind, file, ...rest] = positionals;
    const known = IMPORTED_COLLECTIONS.find((one) => one.kind === kind || one.table === kind)?.kind;
    if (!known || !file || rest.length > 0) return undefined;
    return {
      ...{ kind: known, file, isDryRun: values["dry-run"], columns: values.columns },
      keepInNotes: values["keep-in-notes"],
      allowsOtherVins: values["allow-other-vins"],
    };
  } catch {
    return undefined;
  }
}

/** The import, ready to be checked by this process; otherwise a sentence. */
async function startImport(given: Given, file: string): Promise<Import | string> {
  const { kind, columns: map } = given;
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
  const form = importForm(kind);
  const read = readColumnMap(form, work.headings, map);
  const columns = read.ok ? withColumns(work.columns, read.columns) : {};
  const kept = readKeptColumns(form, work.headings, columns, given.keepInNotes);
  const problem = read.ok
    ? (missingColumn(form, columns) ?? (kept.ok ? undefined : kept.message))
    : read.message;
  if (problem === undefined && kept.ok) {
    const words = await findUnknownWords(work, columns);
    const choices = {
      ...work.choices,
      changesVins: given.allowsOtherVins,
      keptColumns: kept.columns,
      meanings: meaningsOf(words),
    };
    nameUnmatched({ ...work, columns, choices }, words);
    if (await matchColumns(work.id, columns, now, choices))
      return { ...work, columns, choices, status: "checking" };
  }
  await discardImport(work.id);
  return `${problem}. The file's columns: ${work.headings.join(", ")}.`;
}

/** Says on standard error which columns no field takes, and how unknown words are read. */
function nameUnmatched({ kind, headings, columns, choices }: Import, words: readonly UnknownWord[]): void {
  const form = importForm(kind);
  const named = (wanted: readonly number[]) => wanted.map((column) => headings[column]).join(", ");
  const unfit = Object.entries(unfitColumns(form, headings, columns));
  const unmatched = unmatchedColumns(form, headings, columns).filter(
    (column) => !choices.keptColumns.includes(column),
  );
  if (choices.keptColumns.length > 0) printError(`Kept in notes: ${named(choices.keptColumns)}.`);
  if (unmatched.length > 0) printError(`Columns that match no field: ${named(unmatched)}.`);
  const fields = new Map(importFields(form).map((field) => [field.name, field]));
  for (const [name, column] of unfit)
    printError(
      `Skipped, because we don't know its values: ${headings[column]} (${fields.get(name)?.label}).`,
    );
  for (const { field, text, rows, meaning } of words) {
    const { label, options = [] } = fields.get(field) ?? { label: field };
    const choice = options.find(({ value }) => value === meaning)?.label ?? "empty";
    const reading = meaning === undefined ? "is not a choice we have" : `is read as ${choice}`;
    printError(`${label} "${text}" ${reading} (${formatCount(rows)} ${rows === 1 ? "row" : "rows"}).`);
  }
}

function withColumns(matched: ColumnMap, chosen: Record<string, number | undefined>): ColumnMap {
  const columns = Object.entries({ ...matched, ...chosen }).filter(([, column]) => column !== undefined);
  return Object.fromEntries(columns) as ColumnMap;
}

async function report(id: string, isDryRun: boolean): Promise<number> {
  const work = await findImport(id);
  if (!work || work.problem !== null) {
    printError(work?.problem ?? "The import was deleted.");
    return FAILED;
  }
  for await (const line of reportLines(work)) printLines(line);
  const { added, changed, unchanged, refused: rejected } = await countOutcomes(id);
  const figures = [
    `${formatCount(added)} added`,
    `${formatCount(changed)} changed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(rejected)} rejected`,
  ].join(", ");
  printError(isDryRun ? `Would be: ${figures}. Nothing was changed.` : `${figures}.`);
  return rejected > 0 ? FAILED : 0;
}
