import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { EXPORTS } from "~/reports/bookkeeping";
import { findBookkeepingFile } from "~/reports/bookkeeping.server";
import { readDays } from "~/reports/report";
import { dayInTimeZone } from "~/values/format";
import { getChoiceParam, getNumberParam, keysOf } from "~/values/query-params";
import { readProgram } from "./read-report.server";

/** One of the files that `bookkeeping.tsx` links. @throws Response 404 if there is no such file */
export const loader = staffLoader(async ({ request, now }) => {
  const { searchParams } = new URL(request.url);
  const { problem, ...days } = readDays(searchParams, dayInTimeZone(business.timeZone, now));
  const what = getChoiceParam(searchParams, "what", keysOf(EXPORTS));
  if (problem || !what) throw new Response(null, { status: 404 });
  const program = readProgram(searchParams);
  const number = getNumberParam(searchParams, "number", 1, 100_000) ?? 1;
  const file = await findBookkeepingFile(program, what, days, number);
  if (file === undefined) throw new Response(null, { status: 404 });
  return new Response(file, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${program}-${what}-${days.from}-to-${days.to}-${number}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});

export const action = noStaffAction;
