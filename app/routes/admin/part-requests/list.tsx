import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { loadStaffList } from "../list-loader";
import { RequestList, RequestListFailure } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { PART_REQUEST_PAGES } from "./pages";

export const meta: MetaFunction = ({ matches }) => pageTitle(PART_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadRequestPage({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientLoader = loadStaffList;

export const action = staffAction((args) =>
  workOnRequest({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function PartRequests() {
  return <RequestList pages={PART_REQUEST_PAGES} page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestListFailure pages={PART_REQUEST_PAGES} />;
}
