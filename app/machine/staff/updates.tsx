import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import {
  readForm,
  retryAfterHeader,
  staffTooManyRequestsMessage,
  tooManyRequestsInit,
} from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import type { Changes } from "~/machine/changelog";
import { MACHINE_PAGE, UPDATES_PAGE } from "~/machine/paths";
import { findNewer, type Newer, startUpdate, viewUpdates } from "~/machine/updates.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackToList } from "~/staff/records/head";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { ChangeText } from "./change-text";

export const meta: MetaFunction = ({ matches }) => pageTitle("Updates", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(viewUpdates);

export const action = staffAction(async ({ request, context }) => {
  const form = await readForm(request, ["intent", "tag"]);
  if (form.get("intent") === "update") {
    const problem = await startUpdate(form.get("tag")?.toString() ?? "");
    return redirectWithToast(
      UPDATES_PAGE,
      problem
        ? { title: "The update was not started", description: problem, variant: "destructive" }
        : { title: "The update has started", description: "Load this page again in a few minutes." },
    );
  }
  const limit = await consumeRateLimit("updateCheck", context.clientIp);
  if (!limit.ok) {
    const problem = staffTooManyRequestsMessage(limit.retryAfter);
    return data<Newer>({ found: "unknown", problem }, tooManyRequestsInit(limit.retryAfter));
  }
  return data<Newer>(await findNewer());
});

export const clientAction = keepTyped;

/** Which version runs, whether there is a newer one, and the update to it. */
export default function Updates() {
  const { version, release, changes, missing, isRunning, log } = useLoaderData<typeof loader>();
  const newer = useLastAnswer<typeof action>();
  const current = changes.find((one) => one.version === version);
  const isBusy = useNavigation().state !== "idle";
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackToList list={{ path: MACHINE_PAGE, title: "This Machine" }} />
      <header>
        <h1>Updates</h1>
        <p className="lead">
          Version {version} runs{release ? `, release ${release}` : ""}
        </p>
      </header>
      {isRunning ? (
        <Notice tone="info" title="An update is running">
          <p>Load this page again in a few minutes. The site keeps running in the meantime.</p>
        </Notice>
      ) : null}
      {newer ? <Found newer={newer} missing={missing} isBusy={isBusy || isRunning} /> : null}
      <Form method="post">
        <button
          type="submit"
          className={newer?.found === "newer" ? "button button--secondary" : "button"}
          name="intent"
          value="check"
          disabled={isBusy}
        >
          {isBusy ? "Looking..." : "Look for a newer release"}
        </button>
        <p className="note above-2">
          The site asks the repository it was cloned from, and only when you press this button.
        </p>
        {missing ? (
          <p className="note above-2">An update can't be started from this page. {missing}</p>
        ) : null}
      </Form>
      {log ? (
        <section className="stack gap-2" aria-labelledby="log-title">
          <h2 id="log-title">The Last Update from Here</h2>
          <pre className="breaks machine__text">{log}</pre>
        </section>
      ) : null}
      {current ? (
        <section className="stack gap-2" aria-labelledby="current-title">
          <h2 id="current-title">In this version</h2>
          <ChangeText text={current.text} />
        </section>
      ) : null}
      <ChangeList title="In other versions" changes={changes.filter((one) => one !== current)} />
    </main>
  );
}

function Found({ newer, missing, isBusy }: { newer: Newer; missing: string | undefined; isBusy: boolean }) {
  if (newer.found === "none")
    return (
      <Notice tone="success" title="You have the newest release" role="status">
        <p>There is nothing to update to.</p>
      </Notice>
    );
  if (newer.found === "unknown")
    return (
      <Notice tone="error" title="The site couldn't look for a newer release" role="alert">
        <p>{newer.problem}</p>
      </Notice>
    );
  return (
    <Notice tone="info" title={`${newer.tag} is out`} role="status">
      {missing ? null : (
        <>
          <p>
            A backup is made first. The new version is tried with a copy of your data, and the current one
            comes back automatically if it doesn't answer.
          </p>
          <Form method="post">
            <input type="hidden" name="tag" value={newer.tag} />
            <button type="submit" className="button" name="intent" value="update" disabled={isBusy}>
              Update to {newer.tag}
            </button>
          </Form>
        </>
      )}
      <ChangeList title="What it changes" changes={newer.changes} />
    </Notice>
  );
}

function ChangeList({ title, changes }: { title: string; changes: readonly Changes[] }) {
  if (changes.length === 0) return null;
  return (
    <details className="disclosure">
      <summary>{title}</summary>
      {changes.map(({ version, text }) => (
        <div key={version} className="stack gap-2">
          <h2>{version === "Unreleased" ? "Not released yet" : version}</h2>
          <ChangeText text={text} />
        </div>
      ))}
    </details>
  );
}
