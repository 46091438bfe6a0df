import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { pageTitle } from "~/ui/layout/page-title";
import { AnswerPage } from "../requests/answer";
import { answerByMail, loadAnswer } from "../requests/answer.server";
import { sendInBrowser } from "../requests/answer-result";
import { RequestPageFailure } from "../requests/pages";
import { repairRequestGroups } from "./facts";
import { REPAIR_REQUEST_PAGES } from "./pages";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Answer ${data.request.reference} by Email` : REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadAnswer({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const action = staffAction((args) =>
  answerByMail({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientAction = sendInBrowser;

/** A message to the customer of a repair request. */
export default function RepairRequestAnswer() {
  const page = useLoaderData<typeof loader>();
  return <AnswerPage page={page} groups={repairRequestGroups(page.request)} />;
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={REPAIR_REQUEST_PAGES} />;
}
