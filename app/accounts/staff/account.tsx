import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { Fragment } from "react";
import { accountEmailSchema, MIN_PASSWORD_LENGTH } from "~/accounts/administrator";
import { findAdministratorById, setEmail } from "~/accounts/administrator.server";
import { listApiTokens } from "~/accounts/api-tokens.server";
import { changePassword, changePasswordSchema } from "~/accounts/change-password.server";
import { TOKENS_PAGE } from "~/accounts/people";
import { signOutEverywhere } from "~/accounts/people.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { type Role, toldOf } from "~/accounts/roles";
import { SECOND_FACTOR_PAGE } from "~/accounts/second-factor";
import type { StaffSession } from "~/accounts/session";
import { endSessions, listSessions } from "~/accounts/session.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { business } from "~/business/business.server";
import { loadRecordHistory } from "~/history/view.server";
import {
  accountTooManyRequestsMessage,
  readForm,
  rejectedInit,
  retryAfterHeader,
  tooManyRequestsInit,
} from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { isMailOn } from "~/mail/settings.server";
import { keepTyped, useLastAnswer, usePageKey } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { RecordHistory } from "~/staff/history/record-history";
import { checkForm } from "~/ui/forms/check-form";
import { ErrorSummary, SelectField, TextField } from "~/ui/forms/fields";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";
import { formatDateTime } from "~/values/format";
import { ACCOUNT_PAGE } from "~/values/return-path";

const PASSWORD_FIELDS = ["currentPassword", "newPassword", "repeatedPassword"] as const;
const FORM_ID = "password-form";

export const meta: MetaFunction = ({ matches }) => pageTitle("Your Account", matches, "For staff.");

export const loader = staffLoader(async ({ session, now }) => {
  const [account, sessions, tokens, history] = await Promise.all([
    findAdministratorById(session.user._id),
    listSessions(session.user._id, now),
    listApiTokens(),
    loadRecordHistory("account", session.user._id),
  ]);
  return {
    history,
    username: session.user.username,
    email: account?.email ?? "",
    told: sayToldOf(session.role, isMailOn()),
    hasSecondFactor: session.hasSecondFactor,
    hasTokens: tokens.some(({ ownerId }) => ownerId === session.user._id),
    sessions: sessions.map(({ id, startedAt, lastSeenAt }) => ({
      id,
      isThisOne: id === session.id,
      startedAt: formatDateTime(startedAt.toISOString(), business.timeZone),
      lastSeenAt: formatDateTime(lastSeenAt.toISOString(), business.timeZone),
    })),
  };
});

export const headers: HeadersFunction = retryAfterHeader;

export const action = staffAction(async ({ request, context, session }) => {
  const form = await readForm(request, ["intent", "session", "email", "password", ...PASSWORD_FIELDS]);
  if (form.get("intent") === "email") return saveEmail(form, { ...context, session });
  if (form.get("intent") === "end-sessions") return endOtherSessions(form, { ...context, session });
  return savePassword(form, { ...context, session });
});

export const clientAction = keepTyped;

async function saveEmail(
  form: FormData,
  { session, requestId }: { session: StaffSession; requestId: string },
) {
  const submission = checkForm(form, accountEmailSchema);
  const fail = (problem: Parameters<typeof submission.reply>[0], init: ResponseInit) =>
    data({ ...submission.reply({ hideFields: ["password"], ...problem }), of: "email" }, init);
  if (submission.status !== "success") return fail({}, { status: 400 });
  const { email } = submission.value;
  const password = form.get("password")?.toString() ?? "";
  const confirmed = await confirmPassword(session, password, { requestId });
  if (!confirmed.ok) return fail({ fieldErrors: { password: [confirmed.message] } }, rejectedInit(confirmed));
  const { _id: accountId } = session.user;
  const limit = await consumeRateLimit("accountEmail", { id: accountId });
  if (!limit.ok) {
    const { retryAfter } = limit;
    return fail({ formErrors: [accountTooManyRequestsMessage(retryAfter)] }, tooManyRequestsInit(retryAfter));
  }
  await setEmail(accountId, email);
  return redirectWithToast(ACCOUNT_PAGE, {
    title: email ? "Email address saved" : "Email address removed",
    description: email && `${sayToldOf(session.role, isMailOn())} at ${email}.`,
  });
}

function sayToldOf(role: Role, mailsOn: boolean): string {
  return `${mailsOn ? "You're emailed" : "Once email is on, you're emailed"} about ${toldOf(role)}`;
}

/** Asks for the password: otherwise a page that was left open could sign its owner out everywhere. */
async function endOtherSessions(
  form: FormData,
  { session, requestId }: { session: StaffSession; requestId: string },
) {
  const password = form.get("password")?.toString() ?? "";
  const confirmed = await confirmPassword(session, password, { requestId });
  if (!confirmed.ok) return data({ of: "sessions", password: [confirmed.message] }, rejectedInit(confirmed));
  const only = form.get("session")?.toString() || undefined;
  const account = await findAdministratorById(session.user._id);
  if (only === undefined && account) await signOutEverywhere(account, { keep: session.id });
  else await endSessions(session.user._id, { keep: session.id, only });
  logSecurity("sessions-ended", { requestId, administratorId: session.user._id });
  return redirectWithToast(ACCOUNT_PAGE, { title: only ? "Session ended" : "All other sessions ended" });
}

async function savePassword(form: FormData, account: Parameters<typeof changePassword>[1]) {
  const submission = checkForm(form, changePasswordSchema(account.session.user.username));
  // No password is sent back.
  const hideFields = [...PASSWORD_FIELDS];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const changed = await changePassword(submission.value, account);
  if (changed.ok) {
    return redirectWithToast(ACCOUNT_PAGE, {
      title: "Password changed",
      description: "You're signed out everywhere else.",
    });
  }
  const { message, retryAfter } = changed;
  return retryAfter === undefined
    ? data(submission.reply({ hideFields, fieldErrors: { currentPassword: [message] } }), 400)
    : data(submission.reply({ hideFields, formErrors: [message] }), tooManyRequestsInit(retryAfter));
}

/** Your own account: its password and its sessions. */
export default function Account() {
  const { username, email, sessions, hasTokens, history, hasSecondFactor, told } =
    useLoaderData<typeof loader>();
  // A new key for each response, so the password and what was wrong are cleared.
  const key = usePageKey();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Your Account</h1>
        <p className="lead">Signed in as {username}</p>
      </header>
      <EmailForm key={key} {...{ email, username, told }} />
      <PasswordForm username={username} />
      <section className="card" aria-labelledby="factor-title">
        <h2 className="card__title" id="factor-title">
          Second Factor
        </h2>
        <p>
          {hasSecondFactor
            ? "On. Your password alone doesn't sign you in."
            : "Off. With one, someone who learns your password still can't sign in."}
        </p>
        <p>
          <Link className="button button--secondary" to={SECOND_FACTOR_PAGE}>
            {hasSecondFactor ? "Change Second Factor" : "Set Up a Second Factor"}
          </Link>
        </p>
      </section>
      <Sessions key={`sessions-${key}`} {...{ username, sessions, hasTokens }} />
      <RecordHistory history={history} />
    </main>
  );
}

function EmailForm({ email, username, told }: { email: string; username: string; told: string }) {
  const posted = useLastAnswer<{ of?: string }>();
  const lastResult = posted?.of === "email" ? (posted as SubmissionResult<string[]>) : undefined;
  const [form, fields] = useForm<{ email: string; password: string }, unknown, string[]>({
    id: "email-form",
    lastResult,
    defaultValue: { email },
  });
  return (
    <section className="card" aria-labelledby="email-title">
      <h2 className="card__title" id="email-title">
        Email Address
      </h2>
      <Form method="post" className="form" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.email, fields.password]} />
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <TextField
          field={fields.email}
          label="Email"
          optional
          hint={`${told}.`}
          type="email"
          autoComplete="email"
        />
        <YourPassword field={fields.password} />
        <div className="cluster form__actions">
          <button type="submit" className="button button--secondary" name="intent" value="email">
            Save Email
          </button>
        </div>
      </Form>
    </section>
  );
}

function PasswordForm({ username }: { username: string }) {
  const posted = useLastAnswer<{ of?: string }>();
  const lastResult = posted?.of ? undefined : (posted as SubmissionResult<string[]> | undefined);
  const isBusy = useNavigation().formData?.has("newPassword") ?? false;
  // A new key for each response, so the error summary takes focus again and the fields are cleared.
  const key = usePageKey();
  const [form, fields] = useForm<Record<(typeof PASSWORD_FIELDS)[number], string>, unknown, string[]>({
    id: FORM_ID,
    lastResult,
  });
  return (
    <section className="card" aria-labelledby="password-title">
      <h2 className="card__title" id="password-title">
        Change Your Password
      </h2>
      <Form method="post" className="form" {...getFormProps(form)}>
        <Fragment key={key}>
          <ErrorSummary form={form} fields={PASSWORD_FIELDS.map((name) => fields[name])} />
          {/* For password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={username} />
          <TextField
            field={fields.currentPassword}
            label="Current Password"
            type="password"
            autoComplete="current-password"
          />
          <TextField
            field={fields.newPassword}
            label="New Password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four words that you make up are easy to remember and hard to guess.`}
            type="password"
            autoComplete="new-password"
          />
          <TextField
            field={fields.repeatedPassword}
            label="Confirm New Password"
            type="password"
            autoComplete="new-password"
          />
        </Fragment>
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Saving..." : "Change Password"}
          </button>
        </div>
      </Form>
    </section>
  );
}

interface SessionsProps {
  username: string;
  sessions: { id: string; isThisOne: boolean; startedAt: string; lastSeenAt: string }[];
  hasTokens: boolean;
}

function Sessions({ username, sessions, hasTokens }: SessionsProps) {
  const others = sessions.filter(({ isThisOne }) => !isThisOne);
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 className="card__title" id="sessions-title">
        Where You're Signed In
      </h2>
      <ul className="rows">
        {sessions.map(({ id, isThisOne, startedAt, lastSeenAt }) => (
          <li className="cluster between gap-2 gap-x-4" key={id}>
            <p>
              Signed in {startedAt}
              <br />
              <span className="muted">Last active {lastSeenAt}</span>
            </p>
            {isThisOne ? <Badge tone="green">This session</Badge> : null}
          </li>
        ))}
      </ul>
      {others.length > 0 ? <EndForm username={username} others={others} /> : null}
      {hasTokens ? (
        <p className="note">
          API tokens that you made go on working: revoke them under <Link to={TOKENS_PAGE}>API Tokens</Link>.
        </p>
      ) : null}
    </section>
  );
}

/** Ends one session, or all except this one. */
function EndForm({
  username,
  others,
}: Pick<SessionsProps, "username"> & { others: SessionsProps["sessions"] }) {
  const posted = useLastAnswer<{ of?: string; password?: string[] }>();
  const id = "sessions-form";
  const field = (name: string) => ({
    ...{ id: `sessions-${name}`, name, formId: id, errorId: `sessions-${name}-error` },
    errors: name === "password" && posted?.of === "sessions" ? posted.password : undefined,
  });
  const choices = [
    { value: "", label: "All others" },
    ...others.map(({ id, startedAt }) => ({ value: id, label: `The one from ${startedAt}` })),
  ];
  return (
    <Form method="post" className="form" id={id} noValidate>
      <SelectField field={field("session")} label="Sessions to End" choices={choices} />
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <YourPassword field={field("password")} />
      <div className="cluster form__actions">
        <button type="submit" className="button button--secondary" name="intent" value="end-sessions">
          End Sessions
        </button>
      </div>
    </Form>
  );
}
