import type { ImportOutcome } from "~/db/schema";
import { CSV_START, csvLine } from "~/values/csv";
import { pictureColumns } from "./headings";
import { type Import, type ImportRow, listRows } from "./import.server";

const ROWS_PER_BATCH = 200;

export const OUTCOME_LABELS: Record<ImportOutcome, string> = {
  added: "Added",
  changed: "Changed",
  unchanged: "Unchanged",
  refused: "Rejected",
};

/**
 * The report of an import as CSV: a line per row, and for a row with several changes, faults or picture addresses a line for
 * each of them.
 */
export async function* reportLines(work: Import): AsyncGenerator<string> {
  yield CSV_START;
  yield csvLine(["Row", "Result", "Stock Number", "Column", "Value", "Note"]);
  for await (const row of allRows(work)) {
    const result = row.undo === "restored" ? "Undone" : OUTCOME_LABELS[row.outcome];
    const head = (text: string) => [String(row.row), text, row.stockNumber];
    const details = row.outcome === "refused" ? faultCells(row) : changeCells(row);
    if (row.undo === "left") details.push(["", "", SKIPPED_NOTE]);
    for (const cells of details.length > 0 ? details : [["", "", ""]])
      yield csvLine([...head(result), ...cells]);
    for (const address of picturesOf(work, row))
      yield csvLine([
        ...head("Not fetched"),
        "Picture",
        address,
        "Upload this picture on the vehicle's form",
      ]);
  }
}

/** The rejected rows as they are in the file, under its headings, with what is wrong with each: to be corrected and imported. */
export async function* rejectedLines(work: Import): AsyncGenerator<string> {
  yield CSV_START;
  yield csvLine([...work.headings, PROBLEM_HEADING]);
  for await (const { cells, faults } of allRows(work, "refused")) {
    const row = work.headings.map((_, column) => cells[column] ?? "");
    yield csvLine([
      ...row,
      faults.map(({ column, message }) => [column, message].filter(Boolean).join(": ")).join("; "),
    ]);
  }
}

/** How many picture addresses the file has. */
export async function countPictures(work: Import): Promise<number> {
  let count = 0;
  if (pictureColumns(work.headings, work.columns).length === 0) return 0;
  for await (const row of allRows(work)) count += picturesOf(work, row).length;
  return count;
}

const SKIPPED_NOTE = "Not undone: someone changed, used or deleted it since";
const PROBLEM_HEADING = "Problem";

/** In batches, so that a long report is never in memory. */
async function* allRows(work: Import, outcome?: ImportOutcome): AsyncGenerator<ImportRow> {
  for (let after = 0; ; ) {
    const rows = await listRows(work.id, { after, limit: ROWS_PER_BATCH, ...(outcome ? { outcome } : {}) });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
  }
}

function faultCells({ faults }: ImportRow): string[][] {
  return faults.map(({ column, value, message }) => [column, value, message]);
}

function changeCells({ changes }: ImportRow): string[][] {
  return changes.map(({ label, stored, typed }) => [
    label,
    typed,
    `It was ${stored === "" ? "empty" : stored}`,
  ]);
}

function picturesOf({ headings, columns }: Import, { cells }: ImportRow): string[] {
  return pictureColumns(headings, columns)
    .flatMap((column) => (cells[column] ?? "").split(/[\s,;|]+/))
    .filter((address) => address !== "");
}
