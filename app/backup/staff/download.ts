import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { findBackup } from "~/backup/view.server";
import { zipBackup } from "~/backup/zip.server";
import { contentDisposition } from "~/http/download.server";
import { logSecurity } from "~/http/log.server";
import { streamChunks } from "~/http/streamed-body.server";

/** A backup as one zip file. */
export const loader = staffLoader(({ params, context, session }) => {
  const folder = findBackup(params.name);
  if (!folder) throw new Response(null, { status: 404 });
  logSecurity("backup-download", { requestId: context.requestId, administratorId: session.user._id });
  return new Response(streamChunks(zipBackup(folder), context.client), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition(`${params.name}.zip`),
    },
  });
});

export const action = noStaffAction;
