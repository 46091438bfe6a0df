import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readMonth } from "~/documents/nmvtis";
import { findNmvtisMonth, toNmvtisCsv } from "~/documents/nmvtis.server";
import { dayInTimeZone } from "~/values/format";

/** The report of a month as a file: `?month=2026-11`. */
export const loader = staffLoader(async ({ request, now }) => {
  const today = dayInTimeZone(business.timeZone, now);
  const month = readMonth(new URL(request.url).searchParams.get("month"), today);
  const { vehicles } = await findNmvtisMonth(month);
  return new Response(toNmvtisCsv(vehicles, business), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="nmvtis-${month}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});

export const action = noStaffAction;
