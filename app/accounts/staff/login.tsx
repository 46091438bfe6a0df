import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from "@remix-run/react";
import { Fragment } from "react";
import { SIGN_IN_MESSAGES, signInSchema } from "~/accounts/administrator";
import { beginSignIn } from "~/accounts/begin-sign-in.server";
import { arePasskeysOn } from "~/accounts/passkeys.server";
import { SAVED_PARAM, UNSENT_PARAM } from "~/accounts/saved-form";
import { CODE_PAGE } from "~/accounts/second-factor";
import { readSession } from "~/accounts/session-cookie.server";
import { authenticatorFor } from "~/accounts/sign-in.server";
import { isLostConnection } from "~/api/client/timeout";
import { retryAfterHeader } from "~/http/form.server";
import { SignInCard } from "~/staff/sign-in-card";
import styles from "~/styles/staff.css?url";
import { checkForm } from "~/ui/forms/check-form";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { answerOr } from "~/ui/forms/no-answer";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { STAFF_HOME, safeReturnPath } from "~/values/return-path";
import { PasskeySignIn } from "./passkey-sign-in";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Admin Login", matches, "For staff.");

/** Redirects a visitor who is already signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = returnPath(request);
  if (await readSession(request, new Date())) throw redirect(redirectTo);
  const { searchParams } = new URL(redirectTo, request.url);
  const hasSavedForm = searchParams.has(SAVED_PARAM) || searchParams.has(UNSENT_PARAM);
  return { formAction: loginUrl(redirectTo), hasSavedForm, redirectTo, hasPasskeys: arePasskeysOn() };
}

export const headers: HeadersFunction = retryAfterHeader;

/** Of an account that was removed or got another password while this one was being checked. */
const WRONG_PASSWORD = { status: 401, message: SIGN_IN_MESSAGES.wrong, retryAfter: undefined };

export async function action({ request, context }: ActionFunctionArgs) {
  const { requestId } = context;
  const result = await authenticatorFor(context).authenticate("form", request.clone());
  const begun =
    result.ok && (await beginSignIn(request, result.administrator, { now: new Date(), requestId }));
  if (begun) {
    const to = returnPath(request);
    return redirect(begun.needsCode ? codePage(to) : to, { status: 303, headers: begun.headers });
  }
  const { status, message, retryAfter } = result.ok ? WRONG_PASSWORD : result;
  const headers: HeadersInit = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  const username = new URLSearchParams(await request.text()).get("username") ?? "";
  return data(failedLogin(message, username), { status, headers });
}

/** Keeps the username in the form if the network fails or a proxy responds. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const username = (await args.request.clone().formData()).get("username")?.toString() ?? "";
  const { loginFailed, authenticationFailed } = SIGN_IN_MESSAGES;
  return answerOr<typeof action>(args, (error) =>
    failedLogin(isLostConnection(error) ? loginFailed : authenticationFailed, username),
  );
}

/** Admin sign-in, without the site's header. */
export default function Login() {
  const { formAction, hasSavedForm, redirectTo, hasPasskeys } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult<string[]>>();
  const busy = useNavigation().formAction?.startsWith("/login") ?? false;
  // A new key for each response, so the error summary takes focus again and the password field is cleared.
  const { key } = useLocation();
  const [form, fields] = useForm({
    id: "login-form",
    lastResult,
    onValidate: ({ formData }) => checkForm(formData, signInSchema),
  });
  return (
    <SignInCard title="Admin Login">
      {hasSavedForm && !form.errors ? (
        <Notice tone="info">
          <p>{SIGN_IN_MESSAGES.formSaved}</p>
        </Notice>
      ) : null}
      <Form method="post" action={formAction} replace className="form" {...getFormProps(form)}>
        <Fragment key={key}>
          <ErrorSummary form={form} fields={[]} />
          <TextField
            field={fields.username}
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            defaultValue={lastResult?.initialValue?.username?.toString()}
          />
          <TextField
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            defaultValue=""
          />
        </Fragment>
        <div className="cluster form__actions">
          <button type="submit" className="button button--wide" disabled={busy}>
            {busy ? "Logging in..." : "Login"}
          </button>
        </div>
      </Form>
      {hasPasskeys ? <PasskeySignIn redirectTo={redirectTo} /> : null}
    </SignInCard>
  );
}

/** The form with an error message: the username stays, the password does not. */
function failedLogin(message: string, username: string): SubmissionResult<string[]> {
  return { status: "error", initialValue: { username }, error: { "": [message] } };
}

function codePage(redirectTo: string): string {
  return redirectTo === STAFF_HOME ? CODE_PAGE : `${CODE_PAGE}?${new URLSearchParams({ redirectTo })}`;
}

function returnPath(request: Request): string {
  return safeReturnPath(new URL(request.url).searchParams.get("redirectTo"));
}

function loginUrl(redirectTo: string): string {
  return redirectTo === STAFF_HOME ? "/login" : `/login?${new URLSearchParams({ redirectTo })}`;
}
