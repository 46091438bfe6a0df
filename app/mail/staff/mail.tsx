import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { MAIL_PAGE, MAIL_STATUS_LABELS, MAIL_STATUS_TONES } from "~/mail/mail";
import { dismissMail, findMailPage, sendAgain } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { describeMissingSetup, type MailView, toMailView } from "~/mail/view.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { Badge } from "~/ui/layout/chip";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { Pagination } from "~/ui/lists/pagination";
import { getPageParam } from "~/values/query-params";

export const meta: MetaFunction = ({ matches }) => pageTitle("Email", matches, "For staff.");

export const loader = staffLoader(async ({ request, session }) => {
  const requested = getPageParam(new URL(request.url).searchParams);
  const { entries, page, pages } = await findMailPage(requested, session.role);
  return { isOn: isMailOn(), missing: describeMissingSetup(), mails: entries.map(toMailView), page, pages };
});

export const action = staffAction(async ({ request, session, now }) => {
  const form = await readForm(request, ["id", "intent"]);
  const id = form.get("id")?.toString() ?? "";
  const isDismissal = form.get("intent") === DISMISS;
  const isDone = isDismissal ? await dismissMail(id, session.role) : await sendAgain(id, session.role, now);
  const { done, nothing } = isDismissal ? DISMISSED : QUEUED;
  return redirectWithToast(
    pageUrl(getPageParam(new URL(request.url).searchParams)),
    isDone ? { title: done } : { title: nothing, variant: "destructive" },
  );
});

/** The intent of the button that lets a failed message be. */
const DISMISS = "dismiss";
const QUEUED = { done: "The message will be sent again", nothing: "There is nothing to send again" };
const DISMISSED = {
  done: "Dismissed. The message can still be sent again",
  nothing: "There is nothing to dismiss",
};

export const clientAction = keepTyped;

/** The outbox: what waits, what was sent, what failed and why. */
export default function MailList() {
  const { isOn, missing, mails, page, pages } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Email</h1>
        <p className="lead">Messages from the last 90 days, newest first</p>
      </header>
      {missing ? (
        <Notice tone="info" title={isOn ? undefined : "Email is off"}>
          <p>{missing}</p>
        </Notice>
      ) : null}
      {mails.length > 0 ? (
        <ol className="rows gap-4">
          {mails.map((mail) => (
            <MailEntry key={mail.id} mail={mail} />
          ))}
        </ol>
      ) : (
        <EmptyState title="There are no messages." />
      )}
      <Pagination page={page} pages={pages} urlFor={pageUrl} />
    </main>
  );
}

function MailEntry({ mail }: { mail: MailView }) {
  const { id, subject, to, queuedAt, status, progress, problem, about, canSendAgain, canDismiss } = mail;
  return (
    <li>
      <div className="cluster gap-2 gap-x-3">
        <h2>{subject}</h2>
        <Badge tone={MAIL_STATUS_TONES[status]}>{MAIL_STATUS_LABELS[status]}</Badge>
      </div>
      <p>
        To {to}, {queuedAt}
      </p>
      <p className="muted">{progress}</p>
      {problem ? <p>{problem}</p> : null}
      <div className="cluster gap-2 gap-x-4 above-2">
        {about ? (
          <Link to={about.path}>
            {about.label}
            <span className="visually-hidden">
              {" "}
              of “{subject}” to {to}
            </span>
          </Link>
        ) : null}
        {canSendAgain || canDismiss ? (
          <Form method="post" className="cluster gap-2">
            <input type="hidden" name="id" value={id} />
            {canSendAgain ? <MailButton label="Send again" {...{ subject, to }} /> : null}
            {canDismiss ? <MailButton label="Dismiss" intent={DISMISS} {...{ subject, to }} /> : null}
          </Form>
        ) : null}
      </div>
    </li>
  );
}

interface MailButtonProps extends Pick<MailView, "subject" | "to"> {
  label: string;
  intent?: string;
}

function MailButton({ label, intent, subject, to }: MailButtonProps) {
  return (
    <button
      type="submit"
      className="button button--secondary button--small"
      {...(intent && { name: "intent", value: intent })}
    >
      {label}
      <span className="visually-hidden">
        {" "}
        “{subject}” to {to}
      </span>
    </button>
  );
}

function pageUrl(page: number): string {
  return page > 1 ? `${MAIL_PAGE}?page=${page}` : MAIL_PAGE;
}
