import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { MIN_PASSWORD_LENGTH } from "~/accounts/administrator";
import { newPasswordSchemaFor } from "~/accounts/new-password.server";
import { hashPassword, limitHashing } from "~/accounts/password.server";
import { choosePassword, findByLink } from "~/accounts/people.server";
import { openSession } from "~/accounts/session-cookie.server";
import { actAs, staffMember } from "~/context.server";
import {
  readForm,
  retryAfterHeader,
  staffTooManyRequestsMessage,
  tooManyRequestsInit,
} from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import styles from "~/styles/staff.css?url";
import { TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { useBusiness } from "~/ui/layout/use-business";
import { getParam } from "~/values/query-params";
import { TODAY_PAGE } from "~/values/return-path";
import { toRole } from "../roles";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Choose a Password", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

const FIELDS = ["newPassword", "repeatedPassword"] as const;
type Name = (typeof FIELDS)[number];
type Reply = { errors: Partial<Record<Name | "form", string>> };

/** Opening a link changes nothing, because mail scanners and chats open every link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const account = await findByLink(keyOf(request), new Date());
  return account ? data({ username: account.username }) : data({ username: undefined }, 404);
}

/** Sets the password, and signs in with it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const now = new Date();
  const fail = (errors: Reply["errors"], init: ResponseInit = { status: 400 }) =>
    data<Reply>({ errors }, init);
  const limit = await consumeRateLimit("signIn", context.clientIp);
  if (!limit.ok)
    return fail(
      { form: staffTooManyRequestsMessage(limit.retryAfter) },
      tooManyRequestsInit(limit.retryAfter),
    );
  const key = keyOf(request);
  const account = await findByLink(key, now);
  if (!account) return fail({ form: GONE }, { status: 404 });
  const form = await readForm(request, FIELDS);
  const [typed = "", again = ""] = FIELDS.map((name) => form.get(name)?.toString());
  const parsed = newPasswordSchemaFor(account.username).safeParse(typed);
  if (!parsed.success) return fail({ newPassword: parsed.error.issues[0]?.message ?? "" });
  if (typed !== again)
    return fail({ repeatedPassword: "The passwords don't match. Please type them again." });
  const passwordHash = await limitHashing(() => hashPassword(parsed.data));
  if (!passwordHash) return fail({ form: staffTooManyRequestsMessage(5) }, tooManyRequestsInit(5));
  const actor = staffMember(
    { user: { _id: account.id, username: account.username }, role: toRole(account.role) },
    "page",
  );
  const changed = await actAs(actor, now, () => choosePassword(key, passwordHash));
  if (!changed) return fail({ form: GONE }, { status: 404 });
  logSecurity("password-changed", { requestId: context.requestId, administratorId: account.id });
  const opened = await openSession(request, changed, { now, requestId: context.requestId });
  return redirect(opened ? TODAY_PAGE : "/login", {
    status: 303,
    ...(opened && { headers: opened.headers }),
  });
}

const GONE = "This link has been used, or is too old. Ask an owner of the site for a new one.";

function keyOf(request: Request): string {
  return getParam(new URL(request.url).searchParams, "key") ?? "";
}

/** Where a link leads with which somebody chooses a password. */
export default function ChoosePassword() {
  const { username } = useLoaderData<typeof loader>();
  const { name } = useBusiness();
  const errors = (useActionData<typeof action>() as Reply | undefined)?.errors ?? {};
  const field = (key: Name) => ({
    id: key,
    name: key,
    formId: "choose-password",
    errorId: `${key}-error`,
    errors: errors[key] ? [errors[key]] : undefined,
  });
  return (
    <main id="main" className="login" tabIndex={-1}>
      <div className="card login__card">
        <div className="sign">
          <h1>Choose a Password</h1>
          <p>{name}</p>
        </div>
        {username === undefined || errors.form ? (
          <Notice tone="error" role="alert">
            <p>{errors.form ?? GONE}</p>
          </Notice>
        ) : null}
        {username === undefined ? null : (
          <Form method="post" className="form" id="choose-password" noValidate>
            <p>
              You sign in as <strong>{username}</strong>.
            </p>
            <input type="hidden" name="username" autoComplete="username" value={username} />
            <TextField
              field={field("newPassword")}
              label="Password"
              hint={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four words of your own are easy to remember and hard to guess.`}
              type="password"
              autoComplete="new-password"
            />
            <TextField
              field={field("repeatedPassword")}
              label="Password Again"
              type="password"
              autoComplete="new-password"
            />
            <div className="cluster form__actions">
              <button type="submit" className="button button--wide">
                Save and Sign In
              </button>
            </div>
          </Form>
        )}
      </div>
    </main>
  );
}
