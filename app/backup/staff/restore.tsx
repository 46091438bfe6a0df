import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { restoreInPlace } from "~/backup/in-place.server";
import { BACKUPS_PAGE, restorePage } from "~/backup/paths";
import { isRunning } from "~/backup/run.server";
import { findBackup, viewRestore } from "~/backup/view.server";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { MAIL_PAGE } from "~/mail/mail";
import { YourPassword } from "~/staff/forms/your-password";
import { BackTo } from "~/staff/records/head";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { TextField } from "~/ui/forms/fields";
import { Facts } from "~/ui/layout/facts";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";

export const meta: MetaFunction = ({ matches }) => pageTitle("Restore a Backup", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

/** What is typed to confirm. */
const WORD = "RESTORE";

export const loader = staffLoader(({ params }) => viewRestore(requireBackup(params.name)));

/**
 * Restores the backup, once the word and the password are typed. The site then stops answering, so the next page is already "back in a
 * minute".
 */
export const action = staffAction(async ({ request, params, context, session }) => {
  const folder = requireBackup(params.name);
  const form = await readForm(request, ["confirm", "password"]);
  const typed = form.get("confirm")?.toString().trim() ?? "";
  if (typed.toUpperCase() !== WORD)
    return data<Reply>({ typed, confirm: [`Please type ${WORD} to continue`] }, 400);
  const { problem } = await viewRestore(folder);
  if (problem) return data<Reply>({ typed, form: problem }, 409);
  // Last, because it checks session and role again: reading a backup may take a minute.
  const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
  if (!confirmed.ok) return data<Reply>({ typed, password: [confirmed.message] }, rejectedInit(confirmed));
  if (isRunning())
    return data<Reply>({ typed, form: "A backup is being made or tested. Wait until it's done." }, 409);
  if (!restoreInPlace(folder))
    return data<Reply>(
      { typed, form: "The site is being restored, or can't restore where it runs now." },
      409,
    );
  return redirect(BACKUPS_PAGE, 303);
});

interface Reply {
  typed: string;
  confirm?: string[];
  password?: string[];
  form?: string;
}

function requireBackup(name: string | undefined): string {
  const folder = findBackup(name);
  if (!folder) throw new Response(null, { status: 404 });
  return folder;
}

/** What a restore replaces, and the word that confirms it. */
export default function Restore() {
  const { name, madeAt, version, broughtAt, problem, turnedOff, unreadable, changesSecret, ...loaded } =
    useLoaderData<typeof loader>();
  const { missingSettings, picturesIn, erased, kinds } = loaded;
  const posted = useActionData<typeof action>() as Reply | undefined;
  const field = (name: "confirm" | "password") => ({
    ...{ id: name, name, formId: "restore", errorId: `${name}-error`, errors: posted?.[name] },
    initialValue: name === "confirm" ? posted?.typed : undefined,
  });
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={BACKUPS_PAGE} title="Backups" />
      <header>
        <h1>Restore the backup of {madeAt}</h1>
        {version ? (
          <p className="lead">
            Made by version {version}. This is what you get, and what's here now, trash included.
          </p>
        ) : null}
      </header>
      {posted?.form ? (
        <AnswerNotice tone="error" title="Not restored" answer={posted}>
          <p className="breaks">{posted.form}</p>
        </AnswerNotice>
      ) : null}
      {problem ? (
        <Notice tone="error" title="This backup can't be restored">
          <p className="breaks">{problem}</p>
        </Notice>
      ) : (
        <>
          {broughtAt ? (
            <Notice tone="info" title={`Uploaded on ${broughtAt}`}>
              <p>Restore it only if you know who made it: everything in it becomes this site's.</p>
            </Notice>
          ) : null}
          {unreadable ? (
            <Notice tone="error" title="Some of what's here can't be read">
              <p className="breaks">{unreadable}</p>
            </Notice>
          ) : null}
          <Facts facts={kinds.map(([kind, backup, present]) => [kind, figures(backup, present)])} />
          <ul>
            <li>
              Goes back to the backup, so everything since then is replaced: records, their history, and
              settings, including who is emailed about new requests, the mail server and the private addresses
              of feeds. New sales get the numbers of sales made since then, which are already on paper.
            </li>
            {picturesIn ? (
              <li>Pictures are not in the backup: the ones it uses should be in {picturesIn}.</li>
            ) : null}
            {missingSettings.length > 0 ? (
              <li>
                Environment variables are in no backup. That site had some that are not set here:{" "}
                {missingSettings.join(", ")}.
              </li>
            ) : null}
            {changesSecret ? (
              <li>
                The session secret has changed since, and goes back to the backup's: links that customers got
                since then stop working, and those from before work again. If someone may know it, change it
                again.
              </li>
            ) : null}
            <li>
              Kept as they are today{unreadable ? ", if they can be read" : ""}: who can sign in, with their
              passwords, second factors and roles, API tokens, and whether, where and for how long backups are
              kept.
            </li>
            <li>
              Email that was waiting when the backup was made keeps today's state; if only the backup has it,
              it isn't sent unless you send it. Email that is waiting now and isn't in the backup is replaced
              with everything since then: <Link to={MAIL_PAGE}>make sure it's sent</Link> first.
            </li>
            {turnedOff ? (
              <li>
                Turned off until you turn them on under People, because only the backup has them: {turnedOff}.
                Their open requests come back unassigned.
              </li>
            ) : null}
            {erased > 0 ? (
              <li>
                What was permanently deleted for someone's privacy since then is deleted again: customers'
                data, what was removed from sellers' IDs, and purchases that someone permanently deleted.
                Arrival alerts that ended stay ended.
              </li>
            ) : null}
            <li>
              {unreadable
                ? "A backup of what's here now is made first. If it's too damaged for that, it's set aside as it is."
                : "A backup of what's here now is made first, so you can go back to it."}
            </li>
            <li>Visitors see that the site will be back in a minute, and everyone has to sign in again.</li>
          </ul>
          <form id="restore" className="card form" method="post" action={restorePage(name)} noValidate>
            <TextField
              field={field("confirm")}
              label={`Type ${WORD} to confirm`}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <YourPassword field={field("password")} />
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
