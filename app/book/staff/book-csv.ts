import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { bookCsv } from "~/book/csv.server";
import { business } from "~/business/business.server";
import { dayInTimeZone } from "~/values/format";
import { readBookQuery } from "./book.server";

/** The lines of a query as a file, the oldest first. */
export const loader = staffLoader(async ({ request, now }) => {
  const lines = await bookCsv(readBookQuery(new URL(request.url).searchParams));
  return new Response(lines, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="book-${dayInTimeZone(business.timeZone, now)}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});

export const action = noStaffAction;
