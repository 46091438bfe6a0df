import { data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { restoreInPlace } from "~/backup/in-place.server";
import { BACKUPS_PAGE, restorePage } from "~/backup/paths";
import { isRunning } from "~/backup/run.server";
import { findBackup, viewRestore } from "~/backup/view.server";
import { readForm } from "~/http/form.server";
import { Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";

export const meta: MetaFunction = ({ matches }) => pageTitle("Restore a Backup", matches, "For staff.");

/** What is typed to confirm. */
const WORD = "RESTORE";

export const loader = staffLoader(({ params, session }) =>
  viewRestore(requireBackup(params.name), session.user._id),
);

/** Restores the backup, once the word is typed. The site then stops answering, so the next page is already "back in a minute". */
export const action = staffAction(
  async ({ request, params, session }) => {
    const folder = requireBackup(params.name);
    const form = await readForm(request, ["confirm"]);
    const typed = form.get("confirm")?.toString().trim() ?? "";
    if (typed.toUpperCase() !== WORD) return data({ typed, field: `Please type ${WORD} to go on` }, 400);
    const { problem } = viewRestore(folder, session.user._id);
    if (problem) return data({ typed, form: problem }, 409);
    if (isRunning())
      return data({ typed, form: "A backup is being made or tested. Wait until it's done." }, 409);
    if (!restoreInPlace(folder))
      return data({ typed, form: "The site is being restored, or can't do that where it runs now." }, 409);
    return redirect(BACKUPS_PAGE, 303);
  },
  { savesForm: false },
);

function requireBackup(name: string | undefined): string {
  const folder = findBackup(name);
  if (!folder) throw new Response(null, { status: 404 });
  return folder;
}

/** What a restore replaces, and the word that confirms it. */
export default function Restore() {
  const { name, madeAt, version, problem, access, kinds } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>() as
    | { typed: string; field?: string; form?: string }
    | undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <nav className="tap-links back-to" aria-label="Back">
        <Link to={BACKUPS_PAGE}>
          <Icon name="arrow-left" size={20} /> Back to Backups
        </Link>
      </nav>
      <header>
        <h1>Restore the backup of {madeAt}</h1>
        {version ? (
          <p className="lead">
            Made by version {version}. This is what you get, and what is here now. What's in the trash counts
            too.
          </p>
        ) : null}
      </header>
      {posted?.form ? (
        <Notice tone="error" title="Not restored" role="alert">
          <p className="breaks">{posted.form}</p>
        </Notice>
      ) : null}
      {problem ? (
        <Notice tone="error" title="This backup can't be restored">
          <p className="breaks">{problem}</p>
        </Notice>
      ) : (
        <>
          <Facts facts={kinds.map(([kind, backup, present]) => [kind, figures(backup, present)])} />
          <ul>
            <li>
              Everything that was saved since the backup is replaced, and so are accounts and passwords.
            </li>
            {access.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            <li>A backup of what is here now is made first, so you can go back to it.</li>
            <li>The site says that it will be back in a minute, and everyone signs in again.</li>
          </ul>
          <form className="card form" method="post" action={restorePage(name)}>
            <div className={posted?.field ? "field field--invalid" : "field"}>
              <label className="field__label" htmlFor="confirm">
                Type {WORD} to confirm
              </label>
              <input
                className="input"
                id="confirm"
                name="confirm"
                defaultValue={posted?.typed}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
                aria-invalid={posted?.field ? true : undefined}
                aria-describedby={posted?.field ? "confirm-error" : undefined}
              />
              {posted?.field ? (
                <p className="field__error" id="confirm-error">
                  <Icon name="alert" size={18} /> {posted.field}
                </p>
              ) : null}
            </div>
            <div className="cluster gap-2 gap-x-4">
              <button type="submit" className="button button--danger">
                Restore
              </button>
              <Link className="button button--secondary" to={BACKUPS_PAGE}>
                Cancel
              </Link>
            </div>
          </form>
        </>
      )}
    </main>
  );
}

/** `110 (now 112)` */
function figures(backup: number | undefined, present: number | undefined): string {
  return `${figure(backup)} (now ${figure(present)})`;
}

function figure(number: number | undefined): string {
  return number === undefined ? "not known" : formatCount(number);
}
