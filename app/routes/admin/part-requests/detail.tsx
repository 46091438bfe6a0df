import { type MetaFunction, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { findPartsForRequest } from "~/parts/stock-for-request.server";
import { PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { findDonors } from "~/vehicles/donors.server";
import { loadRequest } from "../requests/loaders.server";
import { RequestPage, RequestPageFailure } from "../requests/pages";
import { workOnRequest } from "../requests/work-action.server";
import { workInBrowser } from "../requests/work-result";
import { Donors } from "./donors";
import { PART_REQUEST_PAGES } from "./pages";
import { ShelfParts } from "./shelf-parts";
import { toShelf } from "./shelf-parts.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Part request ${data.request.reference}` : PART_REQUEST_LIST.title, matches);

export const loader = staffLoader(async (args) => {
  const loaded = await loadRequest({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args);
  const { _id, vehicleInfo, partDetails } = loaded.request;
  const [donors, parts] = await Promise.all([
    findDonors(vehicleInfo),
    findPartsForRequest({ component: partDetails.component, vehicle: vehicleInfo }),
  ]);
  return { ...loaded, donors, shelf: toShelf(parts, _id) };
});

export const action = staffAction((args) =>
  workOnRequest({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function PartRequestDetail() {
  const { donors, shelf, ...loaded } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <RequestPage pages={PART_REQUEST_PAGES} {...loaded}>
      <ShelfParts shelf={shelf} request={loaded.request} from={pathname + search} />
      <Donors vehicles={donors} request={loaded.request} from={pathname + search} />
    </RequestPage>
  );
}

export function ErrorBoundary() {
  return <RequestPageFailure pages={PART_REQUEST_PAGES} />;
}
