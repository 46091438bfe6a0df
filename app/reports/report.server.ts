import { CSV_START, csvLine } from "~/values/csv";
import type { IsoDay } from "~/values/typed-date";
import { reportCars } from "./cars.server";
import { reportBuyList, reportMissed } from "./demand-reports.server";
import { type Days, exportCell, type Report, type ReportName } from "./report";
import { reportRequests } from "./requests.server";
import { reportShelf } from "./shelf.server";
import { reportSold } from "./sold.server";
import { reportTax } from "./tax.server";

/** What a report is asked for. */
export interface ReportQuery {
  days: Days;
  /** What its rows are, where it has several ways. */
  by: string;
  today: IsoDay;
}

const RUN: Record<ReportName, (query: ReportQuery) => Promise<Report>> = {
  sold: ({ days, by }) => reportSold(days, by),
  tax: ({ days }) => reportTax(days),
  shelf: ({ today }) => reportShelf(today),
  cars: ({ days }) => reportCars(days),
  missed: ({ days }) => reportMissed(days),
  requests: ({ days }) => reportRequests(days),
  buy: ({ today }) => reportBuyList(today),
};

/** Runs a report. */
export function runReport(name: ReportName, query: ReportQuery): Promise<Report> {
  return RUN[name](query);
}

/** A report as a CSV file for spreadsheets: its table with the total. */
export function toReportCsv({ columns, rows, total }: Report): string {
  const lines = [...rows.map(({ cells }) => cells), ...(total ? [total] : [])].map((cells) =>
    cells.map((cell, index) => exportCell(cell, columns[index]?.kind ?? "text")),
  );
  return CSV_START + [columns.map(({ label }) => label), ...lines].map(csvLine).join("");
}
