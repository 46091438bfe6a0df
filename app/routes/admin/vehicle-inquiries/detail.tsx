import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { VEHICLE_INQUIRY_LIST } from "~/requests/list";
import { pageTitle } from "~/ui/layout/page-title";
import { loadRequest } from "../requests/loaders.server";
import { RequestPage, RequestPageFailure } from "../requests/pages";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { VEHICLE_INQUIRY_PAGES } from "./pages";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Vehicle inquiry ${data.request.reference}` : VEHICLE_INQUIRY_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadRequest({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const action = staffAction((args) =>
  workOnRequest({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST }, args),
);

export const clientAction = workInBrowser;

export default function VehicleInquiryDetail() {
  return <RequestPage pages={VEHICLE_INQUIRY_PAGES} {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={VEHICLE_INQUIRY_PAGES} />;
}
