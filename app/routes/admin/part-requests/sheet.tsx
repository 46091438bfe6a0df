import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { isIdShaped } from "~/models/id";
import { findPartRequest } from "~/models/part-request.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/models/request-list";
import { shown } from "~/models/request-shown.server";
import { pageTitle } from "~/ui/page-title";
import { RequestSheetFailure } from "~/ui/request-sheet-failure";
import { PartRequestPaper } from "./paper";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Part request ${data.request.reference}` : PART_REQUEST_LIST.title, matches);

export const loader = staffLoader(async ({ params: { id } }) => {
  const request = isIdShaped(id) ? await findPartRequest(id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  return { request: shown(request, "PR") };
});

export const action = noStaffAction;

/** One part request, to print for the workshop. */
export default function PartRequestSheet() {
  const { request } = useLoaderData<typeof loader>();
  return <PartRequestPaper request={request} />;
}

export function ErrorBoundary() {
  return (
    <RequestSheetFailure kind="part request" list={PART_REQUEST_LIST} fallback={FETCH_PART_REQUESTS_FAILED} />
  );
}
