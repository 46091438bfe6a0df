import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { pageTitle } from "~/ui/layout/page-title";
import { loadRequest } from "../requests/loaders.server";
import { RequestPage, RequestPageFailure } from "../requests/pages";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { REPAIR_REQUEST_PAGES } from "./pages";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Repair request ${data.request.reference}` : REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadRequest({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const action = staffAction((args) =>
  workOnRequest({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function RepairRequestDetail() {
  return <RequestPage pages={REPAIR_REQUEST_PAGES} {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={REPAIR_REQUEST_PAGES} />;
}
