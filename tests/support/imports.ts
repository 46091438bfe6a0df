import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "~/context.server";
import type { ColumnMap } from "~/import/headings";
import {
  confirmImport,
  createImport,
  findImport,
  findUnknownWords,
  type Import,
  importFolder,
  listRows,
  matchColumns,
  undoImport,
} from "~/import/import.server";
import { meaningsOf } from "~/import/meanings.server";
import type { ImportChoices } from "~/import/plan.server";
import { runImports } from "~/import/run.server";

import { as } from "./act";
import { employ } from "./staff";
import { vinRows } from "./vin-accuracy";

const NOW = new Date("2026-03-02T15:04:00.000Z");
/** Whoever confirms and undoes imports. */
export const ANN: Actor = { accountId: "01JANN000000", username: "ann", source: "import" };

/** A file in the import folder, as an upload leaves it there. */
export async function uploaded(content: string | Buffer): Promise<string> {
  const file = path.join(importFolder(), `${randomUUID()}.upload`);
  await writeFile(file, content);
  return file;
}

/** An import that waits for its columns. @throws Error with the sentence about a bad file */
export async function startedImport(content: string | Buffer, kind: string = "retail"): Promise<Import> {
  await employ(ANN);
  const file = { kind, path: await uploaded(content), fileName: "cars.csv", by: "ann" };
  const created = await createImport(file, NOW);
  if (!created.ok) throw new Error(created.message);
  return found(created.id);
}

interface CheckOptions {
  kind?: string;
  columns?: ColumnMap;
  choices?: Partial<ImportChoices>;
}

/** A checked import; its columns and choices are as matched and prefilled unless said. */
export async function checkedImport(
  content: string | Buffer,
  { kind = "retail", columns, choices }: CheckOptions = {},
): Promise<Import> {
  const work = await startedImport(content, kind);
  const matched = columns ?? work.columns;
  const meanings = meaningsOf(await findUnknownWords(work, matched));
  await matchColumns(work.id, matched, NOW, { ...work.choices, meanings, ...choices });
  await runImports();
  return found(work.id);
}

/** An import that is stored. */
export async function storedImport(content: string | Buffer, options?: CheckOptions): Promise<Import> {
  const { id } = await checkedImport(content, options);
  await as({ ...ANN, now: NOW }, () => confirmImport(id));
  await runImports();
  return found(id);
}

export async function undone({ id }: Pick<Import, "id">): Promise<Import> {
  await as({ ...ANN, now: NOW }, () => undoImport(id));
  await runImports();
  return found(id);
}

export async function found(id: string): Promise<Import> {
  const work = await findImport(id);
  if (!work) throw new Error("The import is gone.");
  return work;
}

/** What is wrong with the rejected rows: `3 Price "12,50": Please enter a valid price`. */
export async function faultsOf({ id }: Pick<Import, "id">): Promise<string[]> {
  const rows = await listRows(id, { outcome: "refused", limit: 100 });
  return rows.flatMap(({ row, faults }) =>
    faults.map(({ column, value, message }) => `${row} ${column} ${JSON.stringify(value)}: ${message}`),
  );
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
  return line([...headings, "Ext Color", "Trans", "Web Comments"]) + rows.join("");
}

/** How a program writes its list of cars. */
interface ListStyle {
  headings: readonly string[];
  row(car: ForeignCar): readonly string[];
}

interface ForeignCar {
  index: number;
  vin: string;
  year: string;
  make: string;
  model: string;
  miles: string;
  price: string;
  day: string;
  status: string;
  transmission: string;
  drive: string;
  notes: string;
}

/** The programs whose lists `foreignList` writes. */
export const LIST_STYLES = {
  yard: {
    headings:
      "Yard Tag,VIN #,Yr,Make,Model,Exterior,Eng,Trans,Drivetrain,Odometer (mi),Date In,Status,Cost,Row,Title,Comments".split(
        ",",
      ),
    row: ({ index, vin, year, make, model, transmission, drive, miles, day, status, notes }) => [
      ...[`Y${1000 + index}`, vin, year, make, model, "BLU", "2.4L", transmission, drive, miles, day, status],
      ...[`$${200 + index}.00`, `R${index % 12}`, index % 5 ? "SALVAGE" : "", notes],
    ],
  },
  dealer: {
    headings:
      "Veh #,Vehicle ID,Model Yr,Make,Model,Mileage,Our Price,Ext. Color,Trans Type,Drive Train,Stock Date,Inventory Status,Total Cost,Lot Location,Title Status,Seller Notes".split(
        ",",
      ),
    row: ({ index, vin, year, make, model, miles, price, transmission, drive, day, status, notes }) => [
      ...[`V-${index}`, vin, year, make, model, miles, price, "White", transmission, drive, day, status],
      ...[`${3000 + index}`, "Lot B", "Clean", notes],
    ],
  },
} satisfies Record<string, ListStyle>;

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

/**
 * A list of 400 cars as another program exports it, with what such lists are full of: days in every style, years of two digits, mileage
 * and prices in words, no VIN or a short one, names in capitals or none, words of its own, remarks of several lines, blank lines.
 */
export function foreignList({ headings, row }: ListStyle, count = 400): string[][] {
  const known = vinRows().filter(({ year }) => year !== "");
  const rows = Array.from({ length: count }, (_, index) => {
    const car = pick(known, index);
    const isOld = index % 40 === 7;
    const year = isOld ? "1969" : car.year;
    const make = isOld ? "chevrolet" : car.make;
    const model = isOld ? "camaro" : car.model;
    return [
      ...row({
        index,
        vin: isOld
          ? "194679S7"
          : pick(
              [
                car.vin,
                car.vin.toLowerCase(),
                car.vin,
                index % 3 ? car.vin : pick(["", "N/A", "NONE"], index),
              ],
              index,
            ),
        year: pick([year, isOld ? year : `'${year.slice(2)}`, `${year}.0`], index),
        make: pick([make, make.toUpperCase(), make.toLowerCase()], index),
        model: pick([model.toUpperCase(), model, model.toLowerCase()], index),
        miles: pick(["84,210", "EXEMPT", "142000.0", "TMU", "", "97,001 mi", "N/A"], index),
        price: pick(["$4,995.00", "CALL", "12995", "", "n/a"], index),
        day: pick(
          [
            "02-Apr-2024",
            "13-Apr-24",
            "20240402",
            "Apr 2, 2024",
            "2024/04/02",
            "4/2/2024",
            "2024-04-02 00:00",
            "",
          ],
          index,
        ),
        status: pick(["FOR SALE", "IN YARD", "SOLD", "", "Quarantine"], index),
        transmission: pick(["5 spd", "AUTO", "A", "6 Spd", "", "CVT"], index),
        drive: pick(["2WD", "4WD", "AWD", "", "FWD", "4X2"], index),
        notes: pick(["", "runs & drives", 'has 17" wheels,\nkeys in office'], index),
      }),
    ];
  });
  return [[...headings], ...rows];
}

/** Rows as CSV, with a blank line after every tenth. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells, index) => {
      const line = cells
        .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(",");
      return `${line}\r\n${index % 10 === 9 ? "\r\n" : ""}`;
    })
    .join("");
}
