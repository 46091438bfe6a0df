import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { VEHICLE_INQUIRY_LIST } from "~/requests/list";
import { pageTitle } from "~/ui/layout/page-title";
import { loadStaffList } from "../list-loader";
import { RequestList, RequestListFailure } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { VEHICLE_INQUIRY_PAGES } from "./pages";

export const meta: MetaFunction = ({ matches }) => pageTitle(VEHICLE_INQUIRY_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadRequestPage({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const clientLoader = loadStaffList;

export const action = staffAction((args) =>
  workOnRequest({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const clientAction = workInBrowser;

export default function VehicleInquiries() {
  return <RequestList pages={VEHICLE_INQUIRY_PAGES} page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestListFailure pages={VEHICLE_INQUIRY_PAGES} />;
}
