import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { VEHICLE_INQUIRY_LIST } from "~/requests/list";
import { pageTitle } from "~/ui/layout/page-title";
import { AnswerPage } from "../requests/answer";
import { answerByMail, loadAnswer } from "../requests/answer.server";
import { sendInBrowser } from "../requests/answer-result";
import { RequestPageFailure } from "../requests/pages";
import { vehicleInquiryGroups } from "./facts";
import { VEHICLE_INQUIRY_PAGES } from "./pages";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Answer ${data.request.reference} by Email` : VEHICLE_INQUIRY_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadAnswer({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const action = staffAction((args) =>
  answerByMail({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const clientAction = sendInBrowser;

/** A message to the customer of a vehicle inquiry. */
export default function VehicleInquiryAnswer() {
  const page = useLoaderData<typeof loader>();
  return <AnswerPage page={page} groups={vehicleInquiryGroups(page.request)} />;
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={VEHICLE_INQUIRY_PAGES} />;
}
