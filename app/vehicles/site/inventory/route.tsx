import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from "@remix-run/react";
import { fetchRetailPage, RETRIES_EXHAUSTED } from "~/api/client/public-list";
import { CACHEABLE, type PageHandle } from "~/http/page-handle";
import { Hero } from "~/site/layout/hero";
import { publicPage } from "~/site/layout/public-page";
import { ListFilters } from "~/site/lists/list-filters";
import { type ListData, listPagePath, pageSuffix } from "~/site/lists/list-page";
import { listUrl } from "~/site/lists/list-url";
import { VehicleList } from "~/site/vehicles/list";
import { RetailCard } from "~/site/vehicles/retail-card";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/inventory.svg?raw";
import { failureTitle } from "~/ui/layout/page-title";
import { ListFailure } from "~/ui/lists/list-failure";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { RETAIL_SEARCH_PARAMS, RETAIL_SORTS, readRetailQuery, writeQuery } from "~/vehicles/list-query";
import { FETCH_VEHICLES_FAILED } from "~/vehicles/messages";
import { findRetailPage, toRetailCard } from "~/vehicles/retail.server";
import type { RetailCardVehicle } from "~/vehicles/retail-vehicles";
import { RETAIL_FILTER_LABELS, RetailFilterFields } from "./filters";

const PATH = "/inventory";

type InventoryData = ListData<RetailCardVehicle>;

export const handle: PageHandle = { ...CACHEABLE, searchParams: RETAIL_SEARCH_PARAMS };

export const meta: MetaFunction = ({ data, location, matches }) => {
  if (!data) return failureTitle("Pre-Owned Vehicles", matches);
  const query = readRetailQuery(new URLSearchParams(location.search));
  const page = (data as InventoryData).page?.page ?? query.page;
  return publicPage(matches, ({ business: { address } }) => ({
    path: listPagePath(PATH, query, page),
    announcesArrivals: true,
    title: `Pre-Owned Vehicles${pageSuffix(page)}`,
    description: `Used cars, trucks and SUVs for sale in ${address.city}, ${address.state}${pageSuffix(page)}, with photos, prices and full details.`,
  }));
};

export async function loader({ request }: LoaderFunctionArgs): Promise<InventoryData> {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findRetailPage(readRetailQuery(url.searchParams));
  return { page: { ...page, vehicles: page.vehicles.map(toRetailCard) } };
}

/** A new filter, order or page comes from the API, with retries. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<InventoryData> {
  const params = writeQuery(readRetailQuery(new URL(request.url).searchParams));
  try {
    return { page: await fetchRetailPage(params, { signal: request.signal }) };
  } catch {
    request.signal.throwIfAborted();
    return { failure: RETRIES_EXHAUSTED };
  }
}

export default function Inventory() {
  const { page, failure } = useLoaderData() as InventoryData;
  const isLoading = useNavigation().location?.pathname === PATH;
  const [params] = useSearchParams();
  const query = readRetailQuery(params);
  return (
    <>
      <InventoryHero />
      <div className="page grid gap-6 results">
        <ListFilters
          path={PATH}
          query={query}
          read={readRetailQuery}
          makes={page?.makes ?? []}
          sorts={RETAIL_SORTS}
        >
          <RetailFilterFields query={query} />
        </ListFilters>
        <VehicleList
          path={PATH}
          title="Vehicles for sale"
          query={query}
          page={page}
          failure={failure}
          isLoading={isLoading}
          filterLabels={RETAIL_FILTER_LABELS}
          emptyText="No vehicles currently available."
          card={(vehicle, position) => <RetailCard vehicle={vehicle} position={position} />}
        />
      </div>
    </>
  );
}

export function ErrorBoundary() {
  const [params] = useSearchParams();
  return (
    <>
      <InventoryHero />
      <div className="page">
        <ListFailure level={2} message={FETCH_VEHICLES_FAILED} url={listUrl(PATH, readRetailQuery(params))} />
      </div>
    </>
  );
}

function InventoryHero() {
  return (
    <Hero title="Pre-Owned Vehicles" kind="list" illustration={<HeroIllustration svg={drawing} />}>
      <p>Cars, trucks and SUVs with photos, prices and full details.</p>
    </Hero>
  );
}
