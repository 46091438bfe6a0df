import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { canMailLinks } from "~/accounts/account-mail.server";
import { accountState } from "~/accounts/administrator";
import { listAdministrators } from "~/accounts/administrator.server";
import { isFactorMissing, listWithSecondFactor } from "~/accounts/factor-state.server";
import {
  invitationSchema,
  LINK_HOURS,
  NAME_TAKEN,
  PEOPLE_PAGE,
  personPage,
  ROLES_PAGE,
  TOKENS_PAGE,
} from "~/accounts/people";
import { invite } from "~/accounts/people.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { ROLE_LABELS, ROLE_NOTES, ROLES, toRole } from "~/accounts/roles";
import { confirmPassword } from "~/accounts/sign-in.server";
import {
  accountTooManyRequestsMessage,
  readForm,
  rejectedInit,
  retryAfterHeader,
  tooManyRequestsInit,
} from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { isSettingUp } from "~/set-up/steps.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { BackToSetUp } from "~/staff/records/head";
import { type FieldErrors, RadioGroup, TextField } from "~/ui/forms/fields";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";
import { LinkNotice } from "./link-notice";
import { mailLink, toShownLink } from "./link-view.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("People", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async ({ session }) => ({
  mailsLinks: canMailLinks(),
  isSettingUp: await isSettingUp(),
  people: (await peopleWithFactor()).map((account) => ({
    id: account.id,
    isWithout: account.isWithout,
    username: account.username,
    isYou: account.id === session.user._id,
    role: ROLE_LABELS[toRole(account.role)],
    state: accountState(account),
  })),
}));

/** Every account, and whether it lacks the second factor that everyone needs. */
async function peopleWithFactor() {
  const [accounts, having] = await Promise.all([listAdministrators(), listWithSecondFactor()]);
  return accounts.map((account) => ({
    ...account,
    isWithout:
      isFactorMissing({ hasSecondFactor: having.has(account.id) }) && accountState(account) === undefined,
  }));
}

const FIELDS = ["username", "email", "role", "password"] as const;
type Name = (typeof FIELDS)[number];

/** Adds a person. An owner's account lasts, so a session that was left open is not enough to make one. */
export const action = staffAction(
  async ({ request, context, session }) => {
    const form = await readForm(request, FIELDS);
    const password = form.get("password")?.toString() ?? "";
    form.delete("password");
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const parsed = invitationSchema.safeParse(typed);
    const fail = (errors: Partial<Record<Name, string[]>>, init: ResponseInit = { status: 400 }) =>
      data({ typed, errors, invited: undefined }, init);
    const confirmed =
      typed.role === "owner" ? await confirmPassword(session, password, context) : ({ ok: true } as const);
    if (!parsed.success || !confirmed.ok) {
      const errors: Partial<Record<Name, string[]>> = confirmed.ok ? {} : { password: [confirmed.message] };
      for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as Name] ??= [message];
      return fail(errors, confirmed.ok ? undefined : rejectedInit(confirmed));
    }
    const limit = await consumeRateLimit("invitation", { id: session.user._id });
    if (!limit.ok) {
      const problem = accountTooManyRequestsMessage(limit.retryAfter);
      return fail({ username: [problem] }, tooManyRequestsInit(limit.retryAfter));
    }
    const invited = await invite(parsed.data, (account, link) => mailLink(account, link, true));
    if (!invited) return fail({ username: [NAME_TAKEN] });
    const { account, link, isMailed } = invited;
    // A link that was mailed isn't shown: the person who invites someone must not be able to sign in as them unseen.
    if (isMailed)
      return redirectWithToast(PEOPLE_PAGE, {
        title: `${account.username} is invited`,
        description: `The link is on its way to ${account.email}. It works once, for ${LINK_HOURS} hours.`,
      });
    return data(
      { typed: {}, errors: {}, invited: { username: account.username, ...toShownLink(request, link) } },
      201,
    );
  },
  { savesForm: "frame", secretFields: ["password"] },
);

export const clientAction = keepTyped;

interface Reply {
  typed: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string[]>>;
  invited: { username: string; url: string; until: string } | undefined;
}

/** Who may sign in, and the form to add someone. */
export default function People() {
  const { people, mailsLinks, isSettingUp } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<Reply>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      {isSettingUp ? <BackToSetUp /> : null}
      <header>
        <h1>People</h1>
        <p className="lead">Who may sign in, and what each of them may do</p>
      </header>
      {reply?.invited ? <LinkNotice {...reply.invited} /> : null}
      <ul className="rows gap-2">
        {people.map(({ id, username, isYou, role, state, isWithout }) => (
          <li key={id} className="cluster between gap-2 gap-x-4">
            <Link className="tap" to={personPage(id)}>
              <strong>{username}</strong>
              {isYou ? <>&nbsp;(you)</> : null}
            </Link>
            <span className="cluster gap-2">
              {state ? <Badge tone="gray">{state}</Badge> : null}
              {isWithout ? <Badge tone="yellow">No second factor</Badge> : null}
              <Badge tone="green">{role}</Badge>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={ROLES_PAGE}>What each role may do</Link>
      </p>
      <p>
        <Link to={TOKENS_PAGE}>Tokens for programs</Link>
      </p>
      <InviteForm key={people.length} reply={reply} mailsLinks={mailsLinks} />
    </main>
  );
}

function InviteForm({ reply, mailsLinks }: { reply: Reply | undefined; mailsLinks: boolean }) {
  const field = (name: Name) => ({
    id: `person-${name}`,
    name,
    formId: "person-form",
    errorId: `person-${name}-error`,
    errors: reply?.errors[name],
    initialValue: reply?.typed[name],
  });
  return (
    <section className="card" aria-labelledby="add-title">
      <h2 className="card__title" id="add-title">
        Add a Person
      </h2>
      <Form method="post" className="form" id="person-form" noValidate>
        <TextField
          field={field("username")}
          label="Name"
          hint="They sign in with it, and History shows it next to what they change."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          field={field("email")}
          label="Email"
          optional
          hint={
            mailsLinks
              ? "We email the invitation there, and later about their account and the requests assigned to them. Leave it empty to get a link to hand over."
              : "Where we email them about their account and the requests assigned to them, once email is on."
          }
          type="email"
          autoComplete="off"
        />
        <RoleChoice field={field("role")} />
        <YourPassword field={field("password")} hint="Only to add an owner." optional />
        <div className="cluster form__actions">
          <button type="submit" className="button">
            {mailsLinks ? "Add and Invite" : "Add and Get a Link"}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** The choice of a role, with what each is for. */
export function RoleChoice({ field }: { field: Parameters<typeof FieldErrors>[0]["field"] }) {
  return (
    <div className="stack gap-2">
      <RadioGroup
        field={field}
        legend="Role"
        choices={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
      />
      {ROLES.map((role) => (
        <p className="note" key={role}>
          <strong>{ROLE_LABELS[role]}</strong>: {ROLE_NOTES[role]}
        </p>
      ))}
    </div>
  );
}
