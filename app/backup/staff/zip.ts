import { redirect } from "@remix-run/node";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { isDownloadKey } from "~/backup/download-key.server";
import { downloadPage } from "~/backup/paths";
import { findBackup } from "~/backup/view.server";
import { zipBackup } from "~/backup/zip.server";
import { contentDisposition } from "~/http/download.server";
import { logSecurity } from "~/http/log.server";
import { streamChunks } from "~/http/streamed-body.server";
import { getParam } from "~/values/query-params";

/** A backup as one zip file; without the key that the password gives, the page that asks for it. */
export const loader = staffLoader(({ request, params: { name = "" }, context, session, now }) => {
  const folder = findBackup(name);
  if (!folder) throw new Response(null, { status: 404 });
  const key = getParam(new URL(request.url).searchParams, "key");
  if (!isDownloadKey(key, { backup: name, session, now })) return redirect(downloadPage(name), 303);
  logSecurity("backup-download", { requestId: context.requestId, administratorId: session.user._id });
  return new Response(streamChunks(zipBackup(folder), context.client), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition(`${name}.zip`),
    },
  });
});

export const action = noStaffAction;
