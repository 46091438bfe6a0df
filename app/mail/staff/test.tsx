import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { findAdministratorById } from "~/accounts/administrator.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import {
  readForm,
  retryAfterHeader,
  staffTooManyRequestsMessage,
  tooManyRequestsInit,
} from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { MAIL_PAGE, MAIL_SETTINGS } from "~/mail/mail";
import { isMailOn, mailFrom, notifiedAddresses } from "~/mail/settings.server";
import { sendTestMail } from "~/mail/test.server";
import { describeMissingSetup } from "~/mail/view.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import { isSettingUp } from "~/set-up/steps.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackToList } from "~/staff/records/head";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { emailSchema } from "~/values/email";

/** Below the time after which a page gives up. */
const PATIENCE_MS = 12_000;
const FORM_ID = "mail-test";

const address = emailSchema({
  missing: "Please enter an email address",
  malformed: "Please enter a valid email address",
});

interface TestResult {
  to: string;
  error?: string;
  /** What the mail server said, or what kept it from saying anything. */
  answer?: string;
  isSent?: boolean;
}

export const meta: MetaFunction = ({ matches }) => pageTitle("Send a Test", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async ({ session }) => {
  const account = await findAdministratorById(session.user._id);
  return {
    isOn: isMailOn(),
    isSettingUp: await isSettingUp(),
    missing: describeMissingSetup(),
    from: mailFrom(),
    to: account?.email ?? notifiedAddresses()[0] ?? "",
  };
});

export const action = staffAction(
  async ({ request, context }) => {
    const form = await readForm(request, ["to"]);
    const to = form.get("to")?.toString() ?? "";
    const given = address.safeParse(to);
    if (!given.success) return data<TestResult>({ to, error: given.error.issues[0]?.message ?? "" }, 400);
    if (!isMailOn()) return data<TestResult>({ to, answer: "Email is off." }, 409);
    const limit = await consumeRateLimit("mailTest", context.clientIp);
    if (!limit.ok) {
      const error = staffTooManyRequestsMessage(limit.retryAfter);
      return data<TestResult>({ to, error }, tooManyRequestsInit(limit.retryAfter));
    }
    const tested = await sendTestMail(given.data, { timeoutMs: PATIENCE_MS });
    const answer = (tested.ok ? tested.answer : tested.problem).slice(0, MAX_ANSWER_LENGTH);
    return data<TestResult>({ to, isSent: tested.ok, answer }, tested.ok ? 201 : 200);
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

const MAX_ANSWER_LENGTH = 500;

/** Sends one message to an address, and says what the mail server answered. */
export default function MailTest() {
  const { isOn, missing, from, to, isSettingUp } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<TestResult>();
  const isBusy = useNavigation().state !== "idle";
  const field = {
    id: "to",
    name: "to",
    formId: FORM_ID,
    errors: posted?.error ? [posted.error] : undefined,
    errorId: "to-error",
    initialValue: posted?.to ?? to,
  };
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackToList list={{ path: MAIL_SETTINGS, title: "Email settings" }} />
      <header>
        <h1>Send a Test</h1>
        <p className="lead">One message from {from}, to see whether email works</p>
      </header>
      {posted?.answer ? <Answer {...posted} /> : null}
      {missing ? (
        <Notice tone="info" title={isOn ? undefined : "Email is off"}>
          <p>{missing}</p>
        </Notice>
      ) : null}
      <Form method="post" className="form wide" id={FORM_ID} noValidate>
        <ErrorSummary
          form={{ id: FORM_ID, errorId: `${FORM_ID}-errors`, status: posted?.error ? "error" : undefined }}
          fields={[field]}
        />
        <TextField
          field={field}
          label="To"
          hint="Your own address, so you can see it arrive."
          type="email"
          autoComplete="email"
        />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Sending..." : "Send a Test"}
          </button>
          <Link className="button button--secondary" to={MAIL_PAGE}>
            Messages sent and waiting
          </Link>
          {isSettingUp ? (
            <Link className="button button--secondary" to={SET_UP_PAGE}>
              Back to Set Up Your Yard
            </Link>
          ) : null}
        </div>
      </Form>
    </main>
  );
}

function Answer({ to, isSent, answer }: TestResult) {
  return (
    <Notice
      tone={isSent ? "success" : "error"}
      title={isSent ? `The server took the message to ${to}` : `The message to ${to} was not sent`}
      role="status"
    >
      {isSent ? (
        <p>
          It answered: <q>{answer}</q>
        </p>
      ) : (
        <p>{answer}</p>
      )}
      {isSent ? <p>If it doesn't arrive within a few minutes, look in the spam folder.</p> : null}
    </Notice>
  );
}
