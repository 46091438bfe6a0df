import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from "@remix-run/react";
import { fetchDismantledPage } from "~/api/client/public-list";
import { InvalidResponseError } from "~/api/client/request";
import { CACHEABLE, type PageHandle } from "~/http/page-handle";
import { publicPage } from "~/site/layout/public-page";
import { COMMON_FILTER_LABELS } from "~/site/lists/filter-chips";
import { ListFilters } from "~/site/lists/list-filters";
import { type ListData, listPagePath, pageSuffix } from "~/site/lists/list-page";
import { listUrl } from "~/site/lists/list-url";
import { AlertOffer } from "~/site/parts/alert-offer";
import { DismantledCard } from "~/site/vehicles/dismantled-card";
import { VehicleList } from "~/site/vehicles/list";
import { failureTitle } from "~/ui/layout/page-title";
import { ListFailure } from "~/ui/lists/list-failure";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { findDismantledPage, toDismantledCard } from "~/vehicles/dismantled.server";
import type { DismantledCardVehicle } from "~/vehicles/dismantled-vehicles";
import {
  DISMANTLED_SEARCH_PARAMS,
  DISMANTLED_SORTS,
  readDismantledQuery,
  writeQuery,
} from "~/vehicles/list-query";
import { FETCH_VEHICLES_FAILED } from "~/vehicles/messages";
import { PartsHero } from "./hero";
import { PartsSidePanel } from "./side-panel";

const PATH = "/parts";

type PartsData = ListData<DismantledCardVehicle>;

export const handle: PageHandle = { ...CACHEABLE, searchParams: DISMANTLED_SEARCH_PARAMS };

export const meta: MetaFunction = ({ data, location, matches }) => {
  if (!data) return failureTitle("Shop Recycled Parts", matches);
  const query = readDismantledQuery(new URLSearchParams(location.search));
  const page = (data as PartsData).page?.page ?? query.page;
  return publicPage(matches, ({ business: { address } }) => ({
    path: listPagePath(PATH, query, page),
    announcesArrivals: true,
    title: `Shop Recycled Parts${pageSuffix(page)}`,
    description: `Used auto parts in ${address.city}, ${address.state}${pageSuffix(page)}: see which vehicles we've recently dismantled, and request the part you need.`,
  }));
};

export async function loader({ request }: LoaderFunctionArgs): Promise<PartsData> {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findDismantledPage(readDismantledQuery(url.searchParams));
  return { page: { ...page, vehicles: page.vehicles.map(toDismantledCard) } };
}

/** A new filter, order or page comes from the API; a failure is shown in the list, so the filters stay. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<PartsData> {
  const params = writeQuery(readDismantledQuery(new URL(request.url).searchParams));
  try {
    return { page: await fetchDismantledPage(params, { signal: request.signal }) };
  } catch (error) {
    request.signal.throwIfAborted();
    return { failure: error instanceof InvalidResponseError ? error.message : FETCH_VEHICLES_FAILED };
  }
}

export default function Parts() {
  const { page, failure } = useLoaderData() as PartsData;
  const isLoading = useNavigation().location?.pathname === PATH;
  const [params] = useSearchParams();
  const query = readDismantledQuery(params);
  return (
    <>
      <PartsHero />
      <div className="page grid gap-6 results">
        <ListFilters
          path={PATH}
          query={query}
          read={readDismantledQuery}
          makes={page?.makes ?? []}
          sorts={DISMANTLED_SORTS}
          quiet
        />
        <VehicleList
          path={PATH}
          title="Recently Dismantled Vehicles"
          query={query}
          page={page}
          failure={failure}
          isLoading={isLoading}
          filterLabels={COMMON_FILTER_LABELS}
          emptyText="No vehicles currently available for parts."
          card={(vehicle, position) => (
            <DismantledCard vehicle={vehicle} position={position} part={page?.part?.q} />
          )}
          noMatch={<AlertOffer query={query} />}
        />
        <PartsSidePanel />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  const [params] = useSearchParams();
  return (
    <>
      <PartsHero />
      <div className="page stack">
        <ListFailure
          level={2}
          message={FETCH_VEHICLES_FAILED}
          url={listUrl(PATH, readDismantledQuery(params))}
        />
        <PartsSidePanel />
      </div>
    </>
  );
}
