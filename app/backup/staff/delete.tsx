import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { deleteBackup, whyKept } from "~/backup/deletion.server";
import { BACKUPS_PAGE } from "~/backup/paths";
import { viewBackup } from "~/backup/view.server";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { redirectWithToast } from "~/http/toast.server";
import { DeleteWithPassword } from "~/staff/forms/delete-with-password";
import { BackTo } from "~/staff/records/head";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { StartError } from "~/values/start-error";

export const meta: MetaFunction = ({ matches }) => pageTitle("Delete a Backup", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(({ params, now }) => {
  const backup = requireBackup(params.name);
  return { ...backup, reason: whyKept(backup.name, now) };
});

/** Deletes it. It may be the only copy of something, so a session that was left open is not enough. */
export const action = staffAction(async ({ request, params, context, session, now }) => {
  const { name } = requireBackup(params.name);
  const form = await readForm(request, ["password"]);
  const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
  if (!confirmed.ok) return data({ problem: confirmed.message }, rejectedInit(confirmed));
  try {
    await deleteBackup(name, now);
  } catch (error) {
    if (error instanceof StartError) return data({ problem: error.message }, 409);
    throw error;
  }
  logSecurity("backup-deleted", { requestId: context.requestId, administratorId: session.user._id });
  return redirectWithToast(BACKUPS_PAGE, { title: "Backup deleted" });
});

function requireBackup(name: string | undefined) {
  const backup = viewBackup(name);
  if (!backup) throw new Response(null, { status: 404 });
  return backup;
}

/** Says what is deleted, and asks for the password. */
export default function Delete() {
  const { madeAt, contents, reason } = useLoaderData<typeof loader>();
  const problem = (useActionData<typeof action>() as { problem: string } | undefined)?.problem;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={BACKUPS_PAGE} title="Backups" />
      <header>
        <h1>Delete the backup of {madeAt}</h1>
        <p className="lead">{contents}. This can't be undone. What the site has now stays as it is.</p>
      </header>
      {reason ? (
        <Notice tone="info" title="This backup can't be deleted now">
          <p>{reason}</p>
        </Notice>
      ) : (
        <div className="card">
          <DeleteWithPassword label="Delete" cancelTo={BACKUPS_PAGE} problem={problem} />
        </div>
      )}
    </main>
  );
}
