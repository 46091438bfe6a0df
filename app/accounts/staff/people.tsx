import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { listAdministrators } from "~/accounts/administrator.server";
import { invitationSchema, personPage, ROLES_PAGE, TOKENS_PAGE } from "~/accounts/people";
import { invite } from "~/accounts/people.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { ROLE_LABELS, ROLE_NOTES, ROLES, toRole } from "~/accounts/roles";
import { readForm } from "~/http/form.server";
import { type FieldErrors, RadioGroup, TextField } from "~/ui/forms/fields";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";
import { LinkNotice } from "./link-notice";
import { toShownLink } from "./link-view.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("People", matches, "For staff.");

export const loader = staffLoader(async ({ session }) => ({
  people: (await listAdministrators()).map(({ id, username, role, turnedOffAt, passwordHash }) => ({
    id,
    username,
    isYou: id === session.user._id,
    role: ROLE_LABELS[toRole(role)],
    state: turnedOffAt ? "Turned off" : passwordHash === "" ? "Invited" : undefined,
  })),
}));

const FIELDS = ["username", "email", "role"] as const;
type Name = (typeof FIELDS)[number];

export const action = staffAction(async ({ request }) => {
  const form = await readForm(request, FIELDS);
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const parsed = invitationSchema.safeParse(typed);
  const fail = (errors: Partial<Record<Name, string[]>>) => data({ typed, errors, invited: undefined }, 400);
  if (!parsed.success) {
    const errors: Partial<Record<Name, string[]>> = {};
    for (const { path, message } of parsed.error.issues) errors[path[0] as Name] ??= [message];
    return fail(errors);
  }
  const invited = await invite(parsed.data);
  if (!invited) return fail({ username: ["There is an account of that name already"] });
  return data({
    typed: {},
    errors: {},
    invited: { username: invited.account.username, ...toShownLink(request, invited.link) },
  });
});

interface Reply {
  typed: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string[]>>;
  invited: { username: string; url: string; until: string } | undefined;
}

/** Who may sign in, and the form for one more. */
export default function People() {
  const { people } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>People</h1>
        <p className="lead">Who may sign in, and what each of them may do</p>
      </header>
      {reply?.invited ? <LinkNotice {...reply.invited} /> : null}
      <ul className="rows gap-2">
        {people.map(({ id, username, isYou, role, state }) => (
          <li key={id} className="cluster between gap-2 gap-x-4">
            <Link className="tap" to={personPage(id)}>
              <strong>{username}</strong>
              {isYou ? <>&nbsp;(you)</> : null}
            </Link>
            <span className="cluster gap-2">
              {state ? <Badge tone="gray">{state}</Badge> : null}
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
      <InviteForm key={reply?.invited?.url} reply={reply} />
    </main>
  );
}

function InviteForm({ reply }: { reply: Reply | undefined }) {
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
          hint="What they sign in with, and what the history calls them."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          field={field("email")}
          label="Email"
          optional
          hint="Where they are told of requests that are assigned to them."
          type="email"
          autoComplete="off"
        />
        <RoleChoice field={field("role")} />
        <div className="cluster form__actions">
          <button type="submit" className="button">
            Add and Get a Link
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
