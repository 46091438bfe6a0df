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
import { usernameSchema } from "~/accounts/administrator";
import { findByFirstLink } from "~/accounts/people.server";
import { CODE_PAGE } from "~/accounts/second-factor";
import { retryAfterHeader } from "~/http/form.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import styles from "~/styles/staff.css?url";
import { pageTitle } from "~/ui/layout/page-title";
import { choosePasswordByForm, keyOf } from "./choose-password.server";
import { ChoosePasswordPage, type ChosenReply } from "./choose-password-form";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Set Up Your Yard", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export async function loader({ request }: LoaderFunctionArgs) {
  const account = await findByFirstLink(keyOf(request), new Date());
  return account ? data({ username: account.username }) : data({ username: undefined }, 404);
}

/** Names the first account, sets its password and signs in with it. */
export async function action(args: ActionFunctionArgs) {
  const account = await findByFirstLink(keyOf(args.request), new Date());
  const chosen = await choosePasswordByForm(args, { account, nameSchema: usernameSchema });
  if (!chosen.ok) return data<ChosenReply>(chosen.reply, chosen.init);
  return redirect(chosen.needsCode ? CODE_PAGE : SET_UP_PAGE, { status: 303, headers: chosen.headers });
}

export const clientAction = keepTyped;

/** The page that the first start's link opens: the first account's name and password. */
export default function SetUp() {
  const { username } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<ChosenReply>();
  return <ChoosePasswordPage title="Set Up Your Yard" username={username} reply={reply} isNamed />;
}
