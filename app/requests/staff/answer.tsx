import { type MetaFunction, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { requestsAt } from "~/requests/kinds";
import { pageTitle } from "~/ui/layout/page-title";
import { answerByMail, loadAnswer } from "./answer.server";
import { AnswerPage } from "./answer-page";
import { sendInBrowser } from "./answer-result";
import { RequestFailure } from "./failure";

/*
 * The page on which staff write a message to a customer, for every kind of request.
 */

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  pageTitle(
    data ? `Answer ${data.request.reference} by Email` : requestsAt(location.pathname).list.title,
    matches,
  );

export const loader = staffLoader((args) => loadAnswer(requestsAt(new URL(args.request.url).pathname), args));

export const action = staffAction(
  (args) => answerByMail(requestsAt(new URL(args.request.url).pathname), args),
  { savesForm: "page" },
);

export const clientAction = sendInBrowser;

export default function RequestAnswer() {
  const kind = requestsAt(useLocation().pathname);
  return <AnswerPage key={kind.path} kind={kind} page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestFailure kind={requestsAt(useLocation().pathname)} />;
}
