import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findByLink } from "~/accounts/people.server";
import { CODE_PAGE } from "~/accounts/second-factor";
import { retryAfterHeader } from "~/http/form.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import styles from "~/styles/staff.css?url";
import { pageTitle } from "~/ui/layout/page-title";
import { TODAY_PAGE } from "~/values/return-path";
import { choosePasswordByForm, keyOf } from "./choose-password.server";
import { ChoosePasswordPage, type ChosenReply } from "./choose-password-form";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Choose a Password", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

/** Opening a link changes nothing, because mail scanners and chats open every link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const account = await findByLink(keyOf(request), new Date());
  return account ? data({ username: account.username }) : data({ username: undefined }, 404);
}

/** Sets the password, and signs in with it. */
export async function action(args: ActionFunctionArgs) {
  const account = await findByLink(keyOf(args.request), new Date());
  const chosen = await choosePasswordByForm(args, { account });
  if (!chosen.ok) return data<ChosenReply>(chosen.reply, chosen.init);
  return redirect(chosen.needsCode ? CODE_PAGE : TODAY_PAGE, { status: 303, headers: chosen.headers });
}

export const clientAction = keepTyped;

/** The page that a set-password link opens. */
export default function ChoosePassword() {
  const { username } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<ChosenReply>();
  return <ChoosePasswordPage title="Choose a Password" username={username} reply={reply} />;
}
