import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { usernameSchema } from "~/accounts/administrator";
import { listAdministrators } from "~/accounts/administrator.server";
import { findByLink } from "~/accounts/people.server";
import { CODE_PAGE } from "~/accounts/second-factor";
import { retryAfterHeader } from "~/http/form.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import styles from "~/styles/staff.css?url";
import { pageTitle } from "~/ui/layout/page-title";
import { choosePasswordByForm, keyOf } from "./choose-password.server";
import { ChoosePasswordPage, type ChosenReply } from "./choose-password-form";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches }) => pageTitle("Set Up Your Yard", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

/** The link that the first start prints: it opens the only account there is. */
async function findFirst(request: Request) {
  const account = await findByLink(keyOf(request), new Date());
  return account && (await listAdministrators()).length === 1 ? account : undefined;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const account = await findFirst(request);
  return account ? data({ username: account.username }) : data({ username: undefined }, 404);
}

/** Names the first account, sets its password and signs in with it. */
export async function action(args: ActionFunctionArgs) {
  const first = await findFirst(args.request);
  const chosen = await choosePasswordByForm(args, {
    account: first,
    nameSchema: usernameSchema,
  });
  if (!chosen.ok) return data<ChosenReply>(chosen.reply, chosen.init);
  return redirect(chosen.needsCode ? CODE_PAGE : SET_UP_PAGE, { status: 303, headers: chosen.headers });
}

/** Where the first start's link leads: the first account's name and password. */
export default function SetUp() {
  const { username } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as ChosenReply | undefined;
  return <ChoosePasswordPage title="Set Up Your Yard" username={username} reply={reply} isNamed />;
}
