import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { runReport, toReportCsv } from "~/reports/report.server";
import { readReportRequest } from "./read-report.server";

/** A report's table as a file: `/admin/reports/sold/report.csv?from=2026-11-01&to=2026-11-30&by=day`. */
export const loader = staffLoader(async ({ request, params, now }) => {
  const { report, query } = readReportRequest(request, params.report, now);
  const { from, to } = report.hasDays ? query.days : { from: query.today, to: query.today };
  const days = from === to ? from : `${from}-to-${to}`;
  return new Response(toReportCsv(await runReport(report.name, query)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${report.name}-${days}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});

export const action = noStaffAction;
