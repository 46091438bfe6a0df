import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { ebayLines, findEbayTemplate } from "~/ebay/ebay.server";
import { downloadResponse } from "~/http/download.server";
import { dayInTimeZone } from "~/values/format";

/** The file of parts for eBay: what the query of the staff list shows, as the uploaded template wants it. */
export const loader = staffLoader(async ({ request, context, now }) => {
  const template = await findEbayTemplate();
  if (!template) throw new Response(null, { status: 404 });
  return downloadResponse(ebayLines(template, new URL(request.url).searchParams), {
    client: context.client,
    fileName: `ebay-parts-${dayInTimeZone(business.timeZone, now)}.csv`,
    type: "text/csv; charset=utf-8",
  });
});

export const action = noStaffAction;
