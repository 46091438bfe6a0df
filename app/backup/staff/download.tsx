import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { makeDownloadKey } from "~/backup/download-key.server";
import { BACKUPS_PAGE, downloadPage, zipPath } from "~/backup/paths";
import { viewBackup } from "~/backup/view.server";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { YourPassword } from "~/staff/forms/your-password";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("Download a Backup", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(({ params }) => requireBackup(params.name));

/** Leads to the file. It holds everything, secrets too, so a session that was left open is not enough. */
export const action = staffAction(async ({ request, params, context, session, now }) => {
  const { name } = requireBackup(params.name);
  const form = await readForm(request, ["password"]);
  const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
  if (!confirmed.ok) return data({ problem: confirmed.message }, rejectedInit(confirmed));
  return redirect(`${zipPath(name)}?key=${makeDownloadKey(name, session, now)}`, 303);
});

function requireBackup(name: string | undefined) {
  const backup = viewBackup(name);
  if (!backup || backup.isDamaged) throw new Response(null, { status: 404 });
  return backup;
}

/** Asks for the password, and then gives the file. */
export default function Download() {
  const { name, madeAt, size } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={BACKUPS_PAGE} title="Backups" />
      <header>
        <h1>Download the backup of {madeAt}</h1>
        <p className="lead">
          One zip file ({size}). Anyone who has it has everything on this site, customers included. Keep it
          where nobody else can get to it.
        </p>
      </header>
      {/* A plain form: the answer is a file. */}
      <form id="download" className="card form" method="post" action={downloadPage(name)} noValidate>
        <YourPassword
          field={{
            ...{ id: "password", name: "password", formId: "download", errorId: "password-error" },
            errors: problem ? [problem] : undefined,
          }}
        />
        <div className="cluster form__actions">
          <button type="submit" className="button">
            Download
          </button>
        </div>
      </form>
    </main>
  );
}
