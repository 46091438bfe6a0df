import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CSV_START, csvLine } from "~/values/csv";
import { INTERCHANGE_TABLES, openInterchange } from "./database.server";

/**
 * Writes each table of the interchange into a CSV file.
 * @returns how many lines each has
 * @throws if the build has made no database
 */
export function exportInterchange(folder: string): { name: string; count: number }[] {
  const interchange = openInterchange();
  if (!interchange) throw new Error("There is no interchange: run npm run build.");
  mkdirSync(folder, { recursive: true });
  return INTERCHANGE_TABLES.map((name) => {
    const lines = interchange.all<Record<string, string | number>>(name);
    const headings = Object.keys(lines[0] ?? {});
    const text = [headings, ...lines.map((line) => Object.values(line))].map(csvLine).join("");
    writeFileSync(path.join(folder, `${name}.csv`), CSV_START + text);
    return { name, count: lines.length };
  });
}
