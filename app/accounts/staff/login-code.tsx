import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { findAdministratorById } from "~/accounts/administrator.server";
import { readSecondFactor } from "~/accounts/factor-state.server";
import { endPending, readPending } from "~/accounts/pending-sign-in.server";
import { CODE_MESSAGES } from "~/accounts/second-factor";
import { openSession } from "~/accounts/session-cookie.server";
import { verifyCode } from "~/accounts/sign-in.server";
import { readForm, retryAfterHeader } from "~/http/form.server";
import { keepTyped, useLastAnswer, usePageKey } from "~/staff/forms/keep-typed";
import { SignInCard } from "~/staff/sign-in-card";
import styles from "~/styles/staff.css?url";
import { TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { safeReturnPath } from "~/values/return-path";
import { PasskeySignIn } from "./passkey-sign-in";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Enter a Code", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

/** The account whose password was right in this browser, within the last minutes. */
async function findWaiting(request: Request) {
  const pending = await readPending("code", request, new Date());
  if (!pending?.administratorId || pending.passwordHash === null) return undefined;
  const account = await findAdministratorById(pending.administratorId);
  return account && { pending, account: { ...account, passwordHash: pending.passwordHash } };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const waiting = await findWaiting(request);
  const redirectTo = returnPath(request);
  // No redirect: after a code that came too late the page has to say so.
  if (!waiting) return data({ username: undefined, hasTotp: false, hasPasskeys: false, redirectTo }, 401);
  const { hasTotp, passkeys } = await readSecondFactor(waiting.account.id);
  return data({ username: waiting.account.username, hasTotp, hasPasskeys: passkeys.length > 0, redirectTo });
}

/** Completes a sign-in with a code of the app, or a recovery code. */
export async function action({ request, context }: ActionFunctionArgs) {
  const waiting = await findWaiting(request);
  if (!waiting) return data({ problem: CODE_MESSAGES.over }, 401);
  const { pending, account } = waiting;
  const code = (await readForm(request, ["code"])).get("code")?.toString() ?? "";
  const checked = await verifyCode(account, code, context);
  if (!checked.ok) {
    const { status, message, retryAfter } = checked;
    const headers: HeadersInit = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    return data({ problem: message }, { status, headers });
  }
  const { requestId } = context;
  const opened =
    (await endPending(pending)) &&
    (await openSession(request, account, { now: new Date(), requestId, withFactor: true }));
  if (!opened) return data({ problem: CODE_MESSAGES.over }, 401);
  return redirect(returnPath(request), { status: 303, headers: opened.headers });
}

export const clientAction = keepTyped;

/** The step after the password, if an account has a second factor. */
export default function LoginCode() {
  const { username, hasTotp, hasPasskeys, redirectTo } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<{ problem: string }>();
  const isBusy = useNavigation().formMethod === "POST";
  // A new key for each answer, so that the field is empty and the message is read.
  const key = usePageKey();
  return (
    <SignInCard title="Enter a Code">
      {username === undefined ? (
        <Notice tone="error" role="alert">
          <p>{CODE_MESSAGES.over}</p>
        </Notice>
      ) : (
        <Form method="post" className="form" id="code-form" key={key} noValidate>
          <p>
            Signing in as <strong>{username}</strong>.
          </p>
          <TextField
            field={{
              id: "code",
              name: "code",
              formId: "code-form",
              errorId: "code-error",
              errors: reply ? [reply.problem] : undefined,
            }}
            label="Code"
            hint={
              hasTotp
                ? "The six digits that your authenticator app shows now, or one of your recovery codes."
                : "One of your recovery codes."
            }
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="cluster form__actions">
            <button type="submit" className="button button--wide" disabled={isBusy}>
              {isBusy ? "Checking..." : "Continue"}
            </button>
          </div>
        </Form>
      )}
      {hasPasskeys ? <PasskeySignIn redirectTo={redirectTo} /> : null}
      <p>
        <Link to={`/login?${new URLSearchParams({ redirectTo })}`}>Start again</Link>. Lost your phone and
        your codes? An owner of the site can reset your second factor.
      </p>
    </SignInCard>
  );
}

function returnPath(request: Request): string {
  return safeReturnPath(new URL(request.url).searchParams.get("redirectTo"));
}
