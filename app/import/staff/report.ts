import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { downloadResponse } from "~/http/download.server";
import { findImport } from "~/import/import.server";
import { rejectedLines, reportLines } from "~/import/report.server";

const REPORTS = { "report.csv": reportLines, "refused.csv": rejectedLines };

/** An import's report, or its rejected rows, as a file. */
export const loader = staffLoader(async ({ params: { id = "", report = "" }, context }) => {
  const work = await findImport(id);
  if (!work || !Object.hasOwn(REPORTS, report)) throw new Response(null, { status: 404 });
  const name = work.fileName.replace(/\.\w+$/, "");
  return downloadResponse(REPORTS[report as keyof typeof REPORTS](work), {
    client: context.client,
    fileName: `${name} ${report.replace(".csv", "")}.csv`,
    type: "text/csv; charset=utf-8",
  });
});

export const action = noStaffAction;
