import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { AnswerPage } from "../requests/answer";
import { answerByMail, loadAnswer } from "../requests/answer.server";
import { sendInBrowser } from "../requests/answer-result";
import { RequestPageFailure } from "../requests/pages";
import { partRequestGroups } from "./facts";
import { PART_REQUEST_PAGES } from "./pages";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Answer ${data.request.reference} by Email` : PART_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadAnswer({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const action = staffAction((args) =>
  answerByMail({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientAction = sendInBrowser;

/** A message to the customer of a part request. */
export default function PartRequestAnswer() {
  const page = useLoaderData<typeof loader>();
  return <AnswerPage page={page} groups={partRequestGroups(page.request)} />;
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={PART_REQUEST_PAGES} />;
}
