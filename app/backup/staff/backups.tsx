import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { BACKUPS_PAGE, deletePage, downloadPage, restorePage } from "~/backup/paths";
import { runForStaff } from "~/backup/run.server";
import { type BackupView, findBackup, viewBackups } from "~/backup/view.server";
import { takeZip } from "~/backup/zip.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { isSettingUp } from "~/set-up/steps.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackToSetUp } from "~/staff/records/head";
import { Icon } from "~/ui/layout/icon";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { StartError } from "~/values/start-error";

export const meta: MetaFunction = ({ matches }) => pageTitle("Backups", matches, "For staff.");

export const loader = staffLoader(async ({ now }) => ({
  ...viewBackups(now),
  isSettingUp: await isSettingUp(),
}));

const INTENTS = { make: "make", test: "test", add: "add" } as const;

export const action = staffAction(async ({ request, context }) => {
  const form = await readForm(request, ["intent", "name"]);
  switch (form.get("intent")) {
    case INTENTS.make:
      return sayWhat("Backed up", await runForStaff());
    case INTENTS.test: {
      const folder = findBackup(form.get("name")?.toString());
      if (!folder) throw new Response(null, { status: 404 });
      return sayWhat("The test restore passed", await runForStaff("--test", folder));
    }
    case INTENTS.add:
      return add(context.importFile);
    default:
      throw new Response(null, { status: 400 });
  }
});

export const clientAction = keepTyped;

function sayWhat(done: string, result: Awaited<ReturnType<typeof runForStaff>>): Promise<Response> {
  switch (result.outcome) {
    case "done":
      return redirectWithToast(BACKUPS_PAGE, { title: done });
    case "running":
      return redirectWithToast(BACKUPS_PAGE, {
        title: "This takes a while",
        description: "You can leave this page. Load it again to see whether it's done.",
      });
    case "busy":
      return redirectWithToast(BACKUPS_PAGE, {
        title: "Another one is running",
        description: "Wait until it's done.",
        variant: "destructive",
      });
    default:
      return redirectWithToast(BACKUPS_PAGE, {
        title: "That failed",
        description: result.problem.slice(0, MAX_DESCRIPTION),
        variant: "destructive",
      });
  }
}

/** A toast travels in a cookie. */
const MAX_DESCRIPTION = 500;

const ADDED = {
  added: "Backup added",
  replaced: "The damaged backup is replaced",
  there: "This backup is already here",
} as const;

async function add(file: { path: string; tooLarge: boolean } | undefined) {
  const fail = (problem: string) => data({ problem }, 400);
  if (!file) return fail("Please choose a file");
  if (file.tooLarge)
    return fail("This file is larger than 4 GB. Unpack it on this site's machine, in the backups folder.");
  try {
    const { outcome } = await takeZip(file.path);
    return redirectWithToast(BACKUPS_PAGE, { title: ADDED[outcome] });
  } catch (error) {
    if (error instanceof StartError) return fail(error.message);
    throw error;
  }
}

/** Every backup, with what can be done with it. */
export default function Backups() {
  const { isSettingUp, isSqlite, isNightly, isRunning, folder, keepDays, failure, lastRestore, backups } =
    useLoaderData<typeof loader>();
  const isBusy = useNavigation().formData?.get("intent") === INTENTS.make;
  const posted = useLastAnswer<{ problem: string }>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      {isSettingUp ? <BackToSetUp /> : null}
      <header>
        <h1>Backups</h1>
        <p className="lead">Copies of everything on this site, to go back to</p>
      </header>
      {isSqlite ? (
        <>
          {lastRestore ? <LastRestore {...lastRestore} /> : null}
          {failure ? (
            <Notice tone="error" title={failure.title}>
              <p className="breaks">
                {failure.at}: {failure.message}
              </p>
            </Notice>
          ) : null}
          <p>
            {isNightly
              ? `A backup is made every night, tested, and kept for ${keepDays} days, in ${folder}. `
              : `Nightly backups are off. Backups made here are kept in ${folder}. `}
            <Link to="/admin/settings/backups">{isNightly ? "Change it" : "Make one every night"}</Link>
          </p>
          {isRunning ? (
            <Notice tone="info">
              <p>
                A backup is being made or tested. <a href={BACKUPS_PAGE}>Load this page again</a>
              </p>
            </Notice>
          ) : (
            <Form method="post">
              <button type="submit" className="button" name="intent" value={INTENTS.make} disabled={isBusy}>
                {isBusy ? "Backing Up..." : "Back Up Now"}
              </button>
            </Form>
          )}
          {backups.length > 0 ? (
            <ol className="rows gap-4">
              {backups.map((backup) => (
                <Backup key={backup.name} {...backup} />
              ))}
            </ol>
          ) : (
            <EmptyState title="There are no backups in this folder yet." />
          )}
          <AddForm problem={posted?.problem} keepDays={keepDays} />
        </>
      ) : (
        <Notice tone="info">
          <p>
            This site's data is in PostgreSQL, which is backed up and restored with its own tools, such as
            pg_dump and pg_restore.
          </p>
        </Notice>
      )}
    </main>
  );
}

type LastRestoreProps = NonNullable<ReturnType<typeof viewBackups>["lastRestore"]>;

function LastRestore({ at, madeAt, former, problem, isCutOff, warning }: LastRestoreProps) {
  if (problem) {
    return (
      <Notice tone="error" title="The last restore failed">
        <p className="breaks">
          {at}: {problem}{" "}
          {isCutOff
            ? "The site has either everything it had before, or everything in the backup: check which before you restore again."
            : "Nothing has changed."}
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={`Restored on ${at}`}>
      <p>
        {madeAt
          ? `The site is back to what it had on ${madeAt}.`
          : "The site is back to what the backup had."}
      </p>
      {warning ? <p className="breaks">{warning}</p> : null}
      {former ? (
        <p>
          <Link className="button button--secondary button--small" to={restorePage(former)}>
            Undo the Restore
          </Link>
        </p>
      ) : null}
    </Notice>
  );
}

function Backup({ name, madeAt, contents, isDamaged, testedAt, failed, restoredAt }: BackupView) {
  const which = <span className="visually-hidden"> the backup of {madeAt}</span>;
  return (
    <li>
      <h2>{madeAt}</h2>
      <p>{contents}</p>
      {isDamaged ? null : (
        <p className={failed ? "breaks" : "muted"}>
          {failed
            ? `The test restore of ${failed.at} failed: ${failed.problem}`
            : testedAt
              ? `Restored and checked on ${testedAt}.`
              : "Checked when it was made; not test-restored yet."}
          {restoredAt ? ` Last restored on ${restoredAt}.` : ""}
        </p>
      )}
      <div className="cluster gap-2 gap-x-4 above-2">
        {isDamaged ? null : (
          <>
            <Form method="post">
              <input type="hidden" name="name" value={name} />
              <button
                type="submit"
                className="button button--secondary button--small"
                name="intent"
                value={INTENTS.test}
              >
                Test{which}
              </button>
            </Form>
            <Link className="button button--secondary button--small" to={downloadPage(name)}>
              Download …{which}
            </Link>
            <Link className="button button--secondary button--small" to={restorePage(name)}>
              Restore …{which}
            </Link>
          </>
        )}
        <Link className="button button--secondary button--small" to={deletePage(name)}>
          Delete …{which}
        </Link>
      </div>
    </li>
  );
}

/** A plain form: the browser sends the file and shows how far it is. */
function AddForm({ problem, keepDays }: { problem: string | undefined; keepDays: number }) {
  return (
    <form
      className="card form wide"
      method="post"
      action={BACKUPS_PAGE}
      encType="multipart/form-data"
      aria-labelledby="add-title"
    >
      <h2 className="card__title" id="add-title">
        Upload a Backup
      </h2>
      <div className={problem ? "field field--invalid" : "field"}>
        <label className="field__label" htmlFor="file">
          Backup file
        </label>
        <p className="field__hint" id="file-hint">
          A zip file of up to 4 GB that was downloaded from this page, here or on another machine. It's added
          to the list; nothing is restored yet. One more than {keepDays} days old is deleted with the next
          nightly backup.
        </p>
        <input
          className="input"
          type="file"
          id="file"
          name="file"
          accept=".zip,application/zip"
          required
          aria-describedby={problem ? "file-hint file-error" : "file-hint"}
          aria-invalid={problem ? true : undefined}
        />
        {problem ? (
          <p className="field__error" id="file-error">
            <Icon name="alert" size={18} /> {problem}
          </p>
        ) : null}
      </div>
      <p>
        <button type="submit" className="button button--secondary" name="intent" value={INTENTS.add}>
          Upload
        </button>
      </p>
    </form>
  );
}
