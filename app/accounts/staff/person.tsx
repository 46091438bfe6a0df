import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { canMailLinks } from "~/accounts/account-mail.server";
import { accountState } from "~/accounts/administrator";
import { findAdministratorById, listAssignees } from "~/accounts/administrator.server";
import { readSecondFactor } from "~/accounts/factor-state.server";
import { PEOPLE_PAGE, personPage, roleSchema } from "~/accounts/people";
import {
  changeRole,
  ifSameRole,
  isLastOwner,
  makePasswordLink,
  type PersonChange,
  signOutEverywhere,
  turnOff,
  turnOn,
} from "~/accounts/people.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen, ROLE_LABELS, toldOf, toRole } from "~/accounts/roles";
import { resetSecondFactor } from "~/accounts/second-factor.server";
import { listSessions } from "~/accounts/session.server";
import { confirmPassword } from "~/accounts/sign-in.server";
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
import { countOpenRequests } from "~/requests/work.server";
import { sectionsWithAddress } from "~/settings/written-to.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { RecordHistory } from "~/staff/history/record-history";
import { BackTo } from "~/staff/records/head";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { ACCOUNT_PAGE } from "~/values/return-path";
import { LinkNotice } from "./link-notice";
import { mailLink, toShownLink } from "./link-view.server";
import { RoleChoice } from "./people";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.username ?? "Page not found", matches);

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async ({ params, session, now }) => {
  const account = await requireAccount(params.id);
  const [sessions, open, assignees, isLast, history, factor] = await Promise.all([
    listSessions(account.id, now),
    countOpenRequests(account.id),
    listAssignees(),
    isLastOwner(account),
    loadRecordHistory("account", account.id),
    readSecondFactor(account.id),
  ]);
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    role: toRole(account.role),
    isYou: account.id === session.user._id,
    state: accountState(account),
    isInvited: account.passwordHash === "",
    mailsOn: isMailOn(),
    isLast,
    sessions: sessions.length,
    open,
    successors: assignees.flatMap(({ id, username }) => (id === account.id ? [] : [{ id, username }])),
    history,
    factor: {
      hasTotp: factor.hasTotp,
      passkeys: factor.passkeys.length,
      recoveryCodes: factor.recoveryCodes,
    },
    mailsLinks: account.email !== null && canMailLinks(),
    sections: sectionsWithAddress(account.email),
  };
});

/** `Unassigned`, which has to be chosen too. */
const NOBODY = "unassigned";

const INTENTS = {
  role: "role",
  link: "link",
  mailLink: "mail-link",
  off: "off",
  on: "on",
  signOut: "sign-out",
  resetFactor: "reset-factor",
} as const;

/** What an account does for itself asks for its password, on its own page. */
const ON_OWN_PAGE: ReadonlySet<string> = new Set([INTENTS.link, INTENTS.mailLink, INTENTS.resetFactor]);

/**
 * What lets someone into an owner's account, or shuts the owner out. That lasts, so a session that was left open is not enough; nor is it
 * to make or unmake an owner.
 */
const ASKS_AT_OWNERS: ReadonlySet<string> = new Set([
  INTENTS.link,
  INTENTS.mailLink,
  INTENTS.off,
  INTENTS.on,
  INTENTS.signOut,
  INTENTS.resetFactor,
]);

const MAKES_LINK: ReadonlySet<string> = new Set([INTENTS.link, INTENTS.mailLink]);

/** The form of these buttons is that of a link. */
const IN_LINK_FORM: ReadonlySet<string> = new Set([INTENTS.mailLink, INTENTS.signOut]);

export const action = staffAction(async ({ request, params, context, session }) => {
  const shown = await requireAccount(params.id);
  const { id, username } = shown;
  const form = await readForm(request, ["intent", "role", "successor", "password"]);
  const chosen = form.get("successor")?.toString();
  const successor = chosen === NOBODY ? null : chosen || undefined;
  const intent = form.get("intent")?.toString() ?? "";
  if (id === session.user._id && ON_OWN_PAGE.has(intent)) throw new Response(null, { status: 403 });
  const isOwner = shown.role === "owner";
  const changesOwner = intent === INTENTS.role && (form.get("role") === "owner") !== isOwner;
  if (changesOwner || (isOwner && ASKS_AT_OWNERS.has(intent))) {
    const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
    if (!confirmed.ok) {
      const of = IN_LINK_FORM.has(intent) ? INTENTS.link : intent;
      return data<Reply>({ of, password: [confirmed.message] }, rejectedInit(confirmed));
    }
  }
  // As it is now: its owner may have a new address since the page was opened, and a link must not go to the old one.
  const done = await ifSameRole(shown, async (account) => {
    // A colleague may have turned it off, and a link would open nothing.
    if (account.turnedOffAt !== null && MAKES_LINK.has(intent))
      return fail(intent, `${username} is turned off. Turn the account on first.`, 409);
    switch (intent) {
      case INTENTS.role: {
        const role = roleSchema.safeParse(form.get("role"));
        if (!role.success) return fail(intent, "Please choose a role");
        const changed = await changeRole(id, role.data, successor);
        const title = `${username} is ${ROLE_LABELS[role.data]} now`;
        const isOpen = id !== session.user._id || mayOpen(role.data, personPage(id));
        return answer(changed, { intent, title, to: isOpen ? personPage(id) : ACCOUNT_PAGE });
      }
      case INTENTS.link: {
        const link = await makePasswordLink(account);
        return data<Reply>({ link: toShownLink(request, link) });
      }
      case INTENTS.mailLink: {
        if (account.email === null || !canMailLinks()) throw new Response(null, { status: 400 });
        const limit = await consumeRateLimit("mailedLink", { id: session.user._id });
        if (!limit.ok) {
          const problem = accountTooManyRequestsMessage(limit.retryAfter);
          return data<Reply>({ problem, of: intent }, tooManyRequestsInit(limit.retryAfter));
        }
        await makePasswordLink(account, (link) => mailLink(account, link, account.passwordHash === ""));
        return redirectWithToast(personPage(id), { title: `A link is on its way to ${account.email}` });
      }
      case INTENTS.resetFactor: {
        const isReset = await resetSecondFactor(account);
        logSecurity("second-factor-changed", { requestId: context.requestId, administratorId: id });
        return redirectWithToast(personPage(id), {
          title: isReset ? "The second factor is reset" : `${username} has no second factor`,
        });
      }
      case INTENTS.off: {
        const title = `${username} can't sign in anymore`;
        const description = sayStillMailed(account);
        return answer(await turnOff(id, successor), { intent, title, description, to: personPage(id) });
      }
      case INTENTS.on: {
        const title = account.passwordHash
          ? `${username} can sign in again`
          : `${username} is turned on, and needs a new link to choose a password`;
        return answer(await turnOn(id), { intent, title, to: personPage(id) });
      }
      case INTENTS.signOut:
        await signOutEverywhere(account, id === session.user._id ? { keep: session.id } : {});
        logSecurity("sessions-ended", { requestId: context.requestId, administratorId: id });
        return redirectWithToast(personPage(id), {
          title:
            id === session.user._id
              ? "You're signed out everywhere else"
              : `${username} is signed out everywhere`,
        });
      default:
        throw new Response(null, { status: 400 });
    }
  });
  return done ?? fail(intent, ROLE_CHANGED, 409);
});

export const clientAction = keepTyped;

const ROLE_CHANGED = "Someone changed this account's role at the same moment. Check it again.";
const CHOOSE = "Please choose who takes over the open requests, or Unassigned";

async function requireAccount(id: string | undefined) {
  const account = isValidId(id) ? await findAdministratorById(id) : undefined;
  if (!account) throw new Response(null, { status: 404 });
  return account;
}

function fail(of: string, problem: string, status = 400) {
  return data<Reply>({ problem, of }, status);
}

const stillMailed = (email: string | null) =>
  `Email about customers goes to ${email}, signed in or not, while it's in Settings, under`;

/** What still reaches someone who was turned off; undefined if nothing does. */
function sayStillMailed({ email }: { email: string | null }): string | undefined {
  const titles = sectionsWithAddress(email).map(({ title }) => title);
  return titles.length > 0 ? `${stillMailed(email)} ${titles.join(" and ")}.` : undefined;
}

interface Done {
  intent: string;
  to: string;
  title: string;
  description?: string | undefined;
}

function answer(change: PersonChange, { intent, to, title, description }: Done) {
  switch (change) {
    case "done":
      return redirectWithToast(to, { title, ...(description && { description }) });
    case "last-owner":
      return fail(intent, "This is the last owner who can sign in. Make someone else an owner first.", 409);
    case "successor-missing":
      return fail(successorOf(intent), CHOOSE);
    case "no-successor":
      return fail(successorOf(intent), "That account can't take requests over. Please choose another.", 409);
    default:
      throw new Response(null, { status: 404 });
  }
}

interface Reply {
  problem?: string;
  /** The form that it is about, by its intent, or its field for who takes over, by its id. */
  of?: string;
  /** What is wrong with the password. */
  password?: string[];
  link?: { url: string; until: string };
}

export { ErrorBoundary } from "~/staff/not-found";

/** One account: its role, its password, and whether it may sign in. */
export default function Person() {
  const loaded = useLoaderData<typeof loader>();
  const { username, email, role, isYou, state, isInvited, isLast, sessions, open, successors } = loaded;
  const { history, factor, mailsOn, mailsLinks, sections } = loaded;
  const reply = useLastAnswer<Reply>();
  const isOwner = role === "owner";
  const password = (of: string) => ({
    id: `${of}-password`,
    name: "password",
    formId: formOf(of),
    errorId: `${of}-password-error`,
    errors: reply?.of === of ? reply.password : undefined,
  });
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={PEOPLE_PAGE} title="People" />
      <header className="stack gap-2">
        <h1>{username}</h1>
        <p className="cluster gap-2">
          <Badge tone="green">{ROLE_LABELS[role]}</Badge> {state ? <Badge tone="gray">{state}</Badge> : null}
          {isYou ? " This is you." : ""}
        </p>
        {email ? (
          <p>
            {mailsOn ? "Emailed" : "Once email is on, emailed"} about {toldOf(role)} at {email}
          </p>
        ) : null}
      </header>
      {reply?.link ? <LinkNotice username={username} {...reply.link} /> : null}
      {reply?.problem ? (
        <AnswerNotice tone="error" title="Nothing was changed" answer={reply}>
          <p>{reply.problem}</p>
        </AnswerNotice>
      ) : null}
      <section className="card" aria-labelledby="role-title">
        <h2 className="card__title" id="role-title">
          What {username} May Do
        </h2>
        {isLast ? (
          <p>This is the only owner who can sign in, so the role stays. Make someone else an owner first.</p>
        ) : (
          <Form method="post" className="form" id={formOf(INTENTS.role)} key={role} noValidate>
            <RoleChoice
              field={{
                id: "role",
                name: "role",
                formId: formOf(INTENTS.role),
                errorId: "role-error",
                initialValue: role,
              }}
            />
            <Successor
              id={successorOf(INTENTS.role)}
              hint="Only if the new role has no requests."
              isInvalid={reply?.of === successorOf(INTENTS.role)}
              {...{ open, successors }}
            />
            <YourPassword
              field={password(INTENTS.role)}
              hint={isOwner ? "Only to take the owner's role away." : "Only to make them an owner."}
              optional
            />
            <div className="cluster form__actions">
              <button type="submit" className="button button--secondary" name="intent" value={INTENTS.role}>
                Save Role
              </button>
            </div>
          </Form>
        )}
      </section>
      <section className="card" aria-labelledby="access-title">
        <h2 className="card__title" id="access-title">
          Signing In
        </h2>
        {state === "Turned off" ? (
          <Form method="post" className="form" id={formOf(INTENTS.on)} noValidate>
            <p>{username} can't sign in. Their name stays in the history.</p>
            <StillMailed {...{ email, sections }} />
            {isOwner ? <YourPassword field={password(INTENTS.on)} hint={OWNER_HINT} /> : null}
            <div className="cluster form__actions">
              <button type="submit" className="button button--secondary" name="intent" value={INTENTS.on}>
                Turn On
              </button>
            </div>
          </Form>
        ) : (
          <>
            <Form method="post" className="form" id={formOf(INTENTS.link)} noValidate>
              <p>
                {sessions === 0
                  ? "Not signed in anywhere."
                  : `${sessions} open ${sessions === 1 ? "session" : "sessions"}.`}{" "}
                {isYou
                  ? "You change your own password and second factor under Your Account."
                  : isInvited
                    ? "They have yet to choose a password: a new link lets them, and ends any before it."
                    : "A new link lets them choose another password; the one they have works until then."}
              </p>
              {isOwner ? <YourPassword field={password(INTENTS.link)} hint={signInHint(isYou)} /> : null}
              <div className="cluster form__actions">
                {isYou ? null : (
                  <button
                    type="submit"
                    className="button button--secondary"
                    name="intent"
                    value={INTENTS.link}
                  >
                    New Password Link
                  </button>
                )}
                {mailsLinks && !isYou ? (
                  <button
                    type="submit"
                    className="button button--secondary"
                    name="intent"
                    value={INTENTS.mailLink}
                  >
                    Email a Password Link
                  </button>
                ) : null}
                <button
                  type="submit"
                  className="button button--secondary"
                  name="intent"
                  value={INTENTS.signOut}
                >
                  Sign Out Everywhere
                </button>
              </div>
            </Form>
            {isLast ? null : (
              <Form method="post" className="form" id={formOf(INTENTS.off)} noValidate>
                <Successor
                  id={successorOf(INTENTS.off)}
                  isInvalid={reply?.of === successorOf(INTENTS.off)}
                  {...{ open, successors }}
                />
                <StillMailed {...{ email, sections }} />
                {isOwner ? <YourPassword field={password(INTENTS.off)} hint={offHint(isYou)} /> : null}
                <div className="cluster form__actions">
                  <button type="submit" className="button button--danger" name="intent" value={INTENTS.off}>
                    Turn Off
                  </button>
                </div>
              </Form>
            )}
          </>
        )}
      </section>
      <section className="card" aria-labelledby="factor-title">
        <h2 className="card__title" id="factor-title">
          Second Factor
        </h2>
        <p>{describeFactor(factor)}</p>
        {!isYou && (factor.hasTotp || factor.passkeys > 0) ? (
          <Form method="post" className="form" id={formOf(INTENTS.resetFactor)} noValidate>
            <p className="note">
              For someone who lost their phone. They're signed out everywhere, and their password alone signs
              them in until they set up another.
            </p>
            {isOwner ? <YourPassword field={password(INTENTS.resetFactor)} hint={OWNER_HINT} /> : null}
            <div className="cluster form__actions">
              <button
                type="submit"
                className="button button--danger"
                name="intent"
                value={INTENTS.resetFactor}
              >
                Reset Second Factor
              </button>
            </div>
          </Form>
        ) : null}
      </section>
      <RecordHistory history={history} />
    </main>
  );
}

/** What still reaches someone who is turned off; empty if nothing does. */
function StillMailed({
  email,
  sections,
}: {
  email: string | null;
  sections: { title: string; to: string }[];
}) {
  if (sections.length === 0) return null;
  return (
    <p>
      {stillMailed(email)}{" "}
      {sections.map(({ title, to }, index) => (
        <Fragment key={to}>
          {index > 0 ? " and " : ""}
          <Link to={to}>{title}</Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

const formOf = (intent: string) => `${intent}-form`;
const successorOf = (intent: string) => `${intent}-successor`;

const OWNER_HINT = "They're an owner.";
const signInHint = (isYou: boolean) => (isYou ? "You're an owner." : OWNER_HINT);
const offHint = (isYou: boolean) =>
  isYou ? "To turn yourself off: you're an owner." : "To turn them off: they're an owner.";

/** `Authenticator app, 2 passkeys, 8 recovery codes left` */
function describeFactor({ hasTotp, passkeys, recoveryCodes }: Factor): string {
  if (!hasTotp && passkeys === 0) return "None. A password alone signs them in.";
  return [
    ...(hasTotp ? ["Authenticator app"] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`] : []),
    recoveryCodes === 1 ? "1 recovery code left" : `${recoveryCodes} recovery codes left`,
  ].join(", ");
}

interface Factor {
  hasTotp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

interface SuccessorProps {
  id: string;
  hint?: string;
  open: number;
  successors: { id: string; username: string }[];
  isInvalid: boolean;
}

/** Who takes over an account's open requests; empty if it has none. */
function Successor({ id, hint, open, successors, isInvalid }: SuccessorProps) {
  if (open === 0) return null;
  return (
    <div className={isInvalid ? "field field--invalid" : "field"}>
      <label className="field__label" htmlFor={id}>
        {open === 1 ? "Who takes over the open request" : `Who takes over ${open} open requests`}
      </label>
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <select
        className="input input--select"
        id={id}
        name="successor"
        defaultValue=""
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-invalid={isInvalid || undefined}
      >
        <option value="">Please choose</option>
        {successors.map((one) => (
          <option key={one.id} value={one.id}>
            {one.username}
          </option>
        ))}
        <option value={NOBODY}>Unassigned</option>
      </select>
    </div>
  );
}
