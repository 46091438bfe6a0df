import { business } from "~/business/business.server";
import { PROGRAMS, type Program } from "~/reports/bookkeeping";
import { findReport, REPORTS_PAGE, readDays } from "~/reports/report";
import type { ReportQuery } from "~/reports/report.server";
import { dayInTimeZone } from "~/values/format";
import { getChoiceParam, keysOf } from "~/values/query-params";

/**
 * Which report an address asks for: `/admin/reports/sold?from=2026-11-01&to=2026-11-30&by=clerk`.
 * @throws Response 404 if there is no such report
 */
export function readReportRequest(request: Request, name: string | undefined, now: Date) {
  const report = findReport(name);
  if (!report) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const today = dayInTimeZone(business.timeZone, now);
  const { problem, ...days } = readDays(searchParams, today);
  const ways = Object.keys(report.by ?? {});
  const by = getChoiceParam(searchParams, "by", ways) ?? ways[0] ?? "";
  const query: ReportQuery = { days, by, today };
  const said = new URLSearchParams({ ...(report.hasDays ? days : {}), ...(by ? { by } : {}) }).toString();
  return {
    report,
    query,
    problem,
    file: `${REPORTS_PAGE}/${report.name}/report.csv${said ? `?${said}` : ""}`,
  };
}

/** The program that an address names, `?program=xero`; the first one unless it does. */
export function readProgram(params: URLSearchParams): Program {
  return getChoiceParam(params, "program", keysOf(PROGRAMS)) ?? "quickbooks";
}
