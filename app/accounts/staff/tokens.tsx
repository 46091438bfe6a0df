import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { createApiToken, listApiTokens, revokeApiToken } from "~/accounts/api-tokens.server";
import { PEOPLE_PAGE, TOKENS_PAGE, tokenSchema } from "~/accounts/people";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { ROLE_LABELS, toRole } from "~/accounts/roles";
import { confirmPassword } from "~/accounts/sign-in.server";
import { business } from "~/business/business.server";
import {
  accountTooManyRequestsMessage,
  readForm,
  rejectedInit,
  retryAfterHeader,
  tooManyRequestsInit,
} from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { CopyArea } from "~/staff/copy-area";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { BackTo } from "~/staff/records/head";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { TextField } from "~/ui/forms/fields";
import { Badge } from "~/ui/layout/chip";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatDateTime } from "~/values/format";
import { RoleChoice } from "./people";

export const meta: MetaFunction = ({ matches }) => pageTitle("API Tokens", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async () => ({
  tokens: (await listApiTokens()).map(({ id, name, role, createdAt, createdBy, lastUsedAt }) => ({
    ...{ id, name, createdBy },
    role: ROLE_LABELS[toRole(role)],
    createdAt: formatDateTime(createdAt, business.timeZone),
    lastUsedAt: lastUsedAt && formatDateTime(lastUsedAt, business.timeZone),
  })),
}));

type Name = "name" | "role" | "password";

/** Makes a token, or revokes one. A token lasts, so a session that was left open is not enough to make one. */
export const action = staffAction(
  async ({ request, context, session }) => {
    const form = await readForm(request, ["intent", "id", "name", "role", "password"]);
    if (form.get("intent") === "revoke") {
      const isRevoked = await revokeApiToken(form.get("id")?.toString() ?? "");
      return redirectWithToast(TOKENS_PAGE, {
        title: isRevoked ? "Token revoked" : "This token is already gone",
      });
    }
    const typed = { name: form.get("name")?.toString() ?? "", role: form.get("role")?.toString() ?? "" };
    const parsed = tokenSchema.safeParse(typed);
    const fail = (errors: Partial<Record<Name, string[]>>, init: ResponseInit) =>
      data({ typed, errors, made: undefined }, init);
    const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
    if (!parsed.success || !confirmed.ok) {
      const errors: Partial<Record<Name, string[]>> = confirmed.ok ? {} : { password: [confirmed.message] };
      for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as Name] ??= [message];
      return fail(errors, confirmed.ok ? { status: 400 } : rejectedInit(confirmed));
    }
    const limit = await consumeRateLimit("newApiToken", { id: session.user._id });
    if (!limit.ok) {
      const problem = accountTooManyRequestsMessage(limit.retryAfter);
      return fail({ password: [problem] }, tooManyRequestsInit(limit.retryAfter));
    }
    const secret = await createApiToken(parsed.data);
    return data({ typed: undefined, errors: {}, made: { name: parsed.data.name, secret } }, 201);
  },
  { savesForm: "frame", namedBy: ["intent", "id"], secretFields: ["password"] },
);

export const clientAction = keepTyped;

interface Reply {
  typed: Partial<Record<Name, string>> | undefined;
  errors: Partial<Record<Name, string[]>>;
  made: { name: string; secret: string } | undefined;
}

/** The tokens of programs that use the staff's API. */
export default function Tokens() {
  const { tokens } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<Reply>();
  const field = (name: Name) => ({
    id: `token-${name}`,
    name,
    formId: "token-form",
    errorId: `token-${name}-error`,
    errors: reply?.errors[name],
    initialValue: reply?.typed?.[name],
  });
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={PEOPLE_PAGE} title="People" />
      <header>
        <h1>API Tokens</h1>
        <p className="lead">For programs that read or write your records through /api/admin</p>
        <p className="above-2">
          A token ends when the person who made it is turned off, removed, or no longer an owner.
        </p>
      </header>
      {reply?.made ? (
        <AnswerNotice tone="success" title={`Copy the token of ${reply.made.name} now`} answer={reply.made}>
          <p>It isn't shown again. The program sends it as “Authorization: Bearer” and the token.</p>
          <CopyArea id="secret" label="Token" button="Copy Token" text={reply.made.secret} rows={2} />
        </AnswerNotice>
      ) : null}
      {tokens.length > 0 ? (
        <ul className="rows gap-4">
          {tokens.map(({ id, name, role, createdAt, createdBy, lastUsedAt }) => (
            <li key={id} className="cluster between gap-2 gap-x-4">
              <div>
                <p className="cluster gap-2">
                  <strong>{name}</strong> <Badge tone="green">{role}</Badge>
                </p>
                <p className="muted">
                  Made {createdAt}
                  {createdBy ? ` by ${createdBy}` : ""}.{" "}
                  {lastUsedAt ? `Last used ${lastUsedAt}.` : "Never used."}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  className="button button--secondary button--small"
                  name="intent"
                  value="revoke"
                >
                  Revoke<span className="visually-hidden"> {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="There are no tokens." />
      )}
      <section className="card" aria-labelledby="add-title">
        <h2 className="card__title" id="add-title">
          Make a Token
        </h2>
        <Form method="post" className="form" id="token-form" key={reply?.made?.secret} noValidate>
          <TextField
            field={field("name")}
            label="Name"
            hint="The program's name. History shows it next to its changes."
            autoComplete="off"
          />
          <RoleChoice field={field("role")} />
          <YourPassword field={field("password")} />
          <div className="cluster form__actions">
            <button type="submit" className="button">
              Make Token
            </button>
          </div>
        </Form>
      </section>
    </main>
  );
}
