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
import { AUTHENTICATION_FAILED, LOGIN_FAILED } from "~/api-client";
import { openSession } from "~/auth/open-session.server";
import { HELD_PARAMETER } from "~/auth/require-staff.server";
import { sessionOf } from "~/auth/session-cookie.server";
import { authenticatorFor } from "~/auth/sign-in.server";
import { retryAfterOf } from "~/doors/form.server";
import { SIGN_IN_SENTENCES, signInSchema } from "~/models/administrator";
import { returnAddress, STAFF_HOME } from "~/models/return-address";
import styles from "~/styles/staff.css?url";
import { useBusiness } from "~/ui/business";
import { checkForm } from "~/ui/check-form";
import { ErrorSummary, TextField } from "~/ui/form";
import { Notice } from "~/ui/notice";
import { pageTitle } from "~/ui/page-title";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Admin Login", matches, "For staff.");

/** Whoever is signed in already goes where they wanted to. */
export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = askedPlace(request);
  if (await sessionOf(request, new Date())) throw redirect(redirectTo);
  const held = new URL(redirectTo, request.url).searchParams.has(HELD_PARAMETER);
  return { address: signInAddress(redirectTo), held };
}

export const headers: HeadersFunction = retryAfterOf;

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await authenticatorFor(context).authenticate("form", request.clone());
  if (!answer.ok) {
    const { status, sentence, retryAfter } = answer;
    const headers: HeadersInit = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    const username = new URLSearchParams(await request.text()).get("username") ?? "";
    return data(refused(sentence, username), { status, headers });
  }
  const { headers } = await openSession(request, answer.administrator, new Date());
  return redirect(askedPlace(request), { status: 303, headers });
}

/** The username stays in the form where the network fails or something odd answers in our place. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const username = (await request.clone().formData()).get("username")?.toString() ?? "";
  try {
    return await serverAction<typeof action>();
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    const sentence = problem instanceof TypeError ? LOGIN_FAILED : AUTHENTICATION_FAILED;
    return Response.json(refused(sentence, username), { status: 503 });
  }
}

/** Admin sign-in (specification, section 2): one sign beside the road, without the site's header. */
export default function Login() {
  const { address, held } = useLoaderData<typeof loader>();
  const { name } = useBusiness();
  const lastResult = useActionData<SubmissionResult<string[]>>();
  const busy = useNavigation().formAction?.startsWith("/login") ?? false;
  // Another for each answer: drawn anew, the summary takes the focus again, and the password is forgotten.
  const { key } = useLocation();
  const [form, fields] = useForm({
    id: "login-form",
    lastResult,
    onValidate: ({ formData }) => checkForm(formData, signInSchema),
  });
  return (
    <main id="main" className="login" tabIndex={-1}>
      <div className="card login__card">
        <div className="sign">
          <h1>Admin Login</h1>
          <p>{name}</p>
        </div>
        {held && !form.errors ? (
          <Notice tone="info">
            <p>{SIGN_IN_SENTENCES.held}</p>
          </Notice>
        ) : null}
        <Form method="post" action={address} replace className="form" {...getFormProps(form)}>
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
          <div className="form__actions">
            <button type="submit" className="button button--wide" disabled={busy}>
              {busy ? "Logging in..." : "Login"}
            </button>
          </div>
        </Form>
      </div>
    </main>
  );
}

/** The form again, with what is wrong over it: the username stays, the password never. */
function refused(sentence: string, username: string): SubmissionResult<string[]> {
  return { status: "error", initialValue: { username }, error: { "": [sentence] } };
}

function askedPlace(request: Request): string {
  return returnAddress(new URL(request.url).searchParams.get("redirectTo"));
}

function signInAddress(redirectTo: string): string {
  return redirectTo === STAFF_HOME ? "/login" : `/login?${new URLSearchParams({ redirectTo })}`;
}
