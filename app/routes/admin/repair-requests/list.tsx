import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { pageTitle } from "~/ui/layout/page-title";
import { loadStaffList } from "../list-loader";
import { RequestList, RequestListFailure } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { REPAIR_REQUEST_PAGES } from "./pages";

export const meta: MetaFunction = ({ matches }) => pageTitle(REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadRequestPage({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientLoader = loadStaffList;

export const action = staffAction((args) =>
  workOnRequest({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function RepairRequests() {
  return <RequestList pages={REPAIR_REQUEST_PAGES} page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestListFailure pages={REPAIR_REQUEST_PAGES} />;
}
