import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { ChangedBy } from "~/history/change";
import type { ColumnMap } from "~/import/headings";
import {
  confirmImport,
  createImport,
  findImport,
  type Import,
  importFolder,
  matchColumns,
  undoImport,
} from "~/import/import.server";
import { runImports } from "~/import/run.server";
import type { Kind } from "~/vehicles/store.server";
import { vinRows } from "./vin-accuracy";

const NOW = new Date("2026-03-02T15:04:00.000Z");
/** Whoever confirms and undoes imports. */
export const ANN: ChangedBy = { accountId: "01JANN000000", username: "ann", source: "import" };

/** A file in the import folder, as an upload leaves it there. */
export async function uploaded(content: string | Buffer): Promise<string> {
  const file = path.join(importFolder(), `${randomUUID()}.upload`);
  await writeFile(file, content);
  return file;
}

/** An import that waits for its columns. @throws Error with the sentence about a bad file */
export async function startedImport(content: string | Buffer, kind: Kind = "retail"): Promise<Import> {
  const file = { kind, path: await uploaded(content), fileName: "cars.csv", by: "ann" };
  const created = await createImport(file, NOW);
  if (!created.ok) throw new Error(created.message);
  return found(created.id);
}

/** A checked import; its columns are as matched unless said. */
export async function checkedImport(
  content: string | Buffer,
  { kind = "retail", columns }: { kind?: Kind; columns?: ColumnMap } = {},
): Promise<Import> {
  const work = await startedImport(content, kind);
  await matchColumns(work.id, columns ?? work.columns, NOW);
  await runImports();
  return found(work.id);
}

/** An import that is stored. */
export async function storedImport(
  content: string | Buffer,
  options?: { kind?: Kind; columns?: ColumnMap },
): Promise<Import> {
  const { id } = await checkedImport(content, options);
  await confirmImport(id, { now: NOW, by: ANN });
  await runImports();
  return found(id);
}

export async function undone({ id }: Pick<Import, "id">): Promise<Import> {
  await undoImport(id, { now: NOW, by: ANN });
  await runImports();
  return found(id);
}

export async function found(id: string): Promise<Import> {
  const work = await findImport(id);
  if (!work) throw new Error("The import is gone.");
  return work;
}

export type FileEncoding = "utf-8" | "utf-8 with BOM" | "windows-1252" | "utf-16le";

/** Text as the programs of this encoding write it. */
export function encoded(text: string, encoding: FileEncoding): Buffer {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8 with BOM":
      return Buffer.from(`\ufeff${text}`);
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "windows-1252":
      return Buffer.from(
        text.replaceAll("“", "\x93").replaceAll("”", "\x94").replaceAll("€", "\x80"),
        "latin1",
      );
  }
}

/** Every twentieth row has a fault: 5 %. */
const FAULT_EVERY = 20;

/** A stranger's spreadsheet of real VINs, under headings of their own; `isCorrected` leaves out the faults. */
export function strangersSpreadsheet({
  delimiter = ",",
  isCorrected = false,
  count = vinRows().length,
} = {}): string {
  const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells: string[]) => `${cells.map(quoted).join(delimiter)}\r\n`;
  const headings = [
    "Stk #",
    "Serial Number",
    "Yr",
    "Mfr",
    "Model Name",
    "Odometer (mi)",
    "Asking",
    "Date In",
  ];
  const known = vinRows();
  // A VIN may be there twice.
  const vehicles = Array.from({ length: count }, (_, index) => known[index % known.length] ?? known[0]);
  const rows = vehicles.map((row, index) => {
    const { vin = "", year = "", make = "", model = "" } = row ?? {};
    const isWrong = !isCorrected && index % FAULT_EVERY === 0;
    return line([
      `A${1000 + index}`,
      vin,
      // The VIN tells it where the cell is empty.
      index % 5 === 1 ? "" : year,
      make,
      model,
      isWrong ? "lots" : `${100 + index},210 mi`,
      `$${10 + index},995.00`,
      `3/${(index % 28) + 1}/2024`,
      index % 2 === 0 ? "Café “tan”" : "",
      '6-Speed Automatic w/17" wheels',
      "One owner.\nTwo keys; clean",
    ]);
  });
  return line([...headings, "Ext Color", "Trans", "Comments"]) + rows.join("");
}
