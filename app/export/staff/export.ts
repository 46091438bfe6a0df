import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { EXPORT_FORMATS, EXPORT_LISTS, type ExportFormat, exportLines } from "~/export/lists.server";
import { downloadResponse } from "~/http/download.server";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";

/**
 * A staff list as a file: what the query shows, in its order, or the records that `id` names. The session's cookie is enough: a
 * link of another site changes nothing, and cannot read the answer.
 */
export const loader = staffLoader(async ({ request, params, context, session, now }) => {
  const [, name, format] = /^(.+)\.(\w+)$/.exec(params.file ?? "") ?? [];
  const list = EXPORT_LISTS.find((one) => one.name === name);
  if (!list || !isFormat(format)) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const chosen = searchParams.getAll("id").filter(isValidId);
  const ids =
    chosen.length > 0 ? chosen : await list.listIds(searchParams, { accountId: session.user._id, now });
  return downloadResponse(exportLines(list, ids, format), {
    client: context.client,
    fileName: `${list.name}-${dayInTimeZone(business.timeZone, now)}.${format}`,
    type: EXPORT_FORMATS[format],
  });
});

export const action = noStaffAction;

function isFormat(format: string | undefined): format is ExportFormat {
  return format !== undefined && Object.hasOwn(EXPORT_FORMATS, format);
}
