import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { type PageHandle, STATIC } from "~/http/page-handle";
import { Hero } from "~/site/layout/hero";
import { inTown, publicPage } from "~/site/layout/public-page";
import { ListFilters } from "~/site/lists/list-filters";
import { ListInPlace } from "~/site/lists/list-in-place";
import { itemListJsonLd, listPagePath, pageSuffix } from "~/site/lists/list-page";
import { listUrl } from "~/site/lists/list-url";
import { VehicleList } from "~/site/vehicles/list";
import { RetailCard } from "~/site/vehicles/retail-card";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/inventory.svg?raw";
import { failureTitle } from "~/ui/layout/page-title";
import { ListFailure } from "~/ui/lists/list-failure";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { vehicleName, vehiclePath } from "~/vehicles/inventory";
import { RETAIL_SEARCH_PARAMS, RETAIL_SORTS, readRetailQuery } from "~/vehicles/list-query";
import { FETCH_VEHICLES_FAILED, RETRIES_EXHAUSTED } from "~/vehicles/messages";
import { findRetailPage, toRetailCard } from "~/vehicles/retail.server";
import { RETAIL_FILTER_LABELS, RetailFilterFields } from "./filters";

const PATH = "/inventory";

/** How often the list is asked for. */
const MAX_ATTEMPTS = 3;

export const handle: PageHandle = { ...STATIC, searchParams: RETAIL_SEARCH_PARAMS };

export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  if (!data) return failureTitle("Pre-Owned Vehicles", matches);
  const query = readRetailQuery(new URLSearchParams(location.search));
  const page = data.page.page;
  const { vehicles } = data.page;
  return publicPage(matches, ({ business: { address }, publicUrl }) => ({
    path: listPagePath(PATH, query, page),
    announcesArrivals: true,
    title: [`Used Cars for Sale${inTown({ address })}${pageSuffix(page)}`],
    description: `Used cars, trucks and SUVs for sale in ${address.city}, ${address.state}${pageSuffix(page)}, with photos, prices and full details.`,
    jsonLd: [
      itemListJsonLd(
        { publicUrl },
        vehicles.map((vehicle) => ({ name: vehicleName(vehicle), path: vehiclePath(vehicle) })),
      ),
    ],
  }));
};

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findRetailPage(readRetailQuery(url.searchParams));
  return { page: { ...page, vehicles: page.vehicles.map(toRetailCard) } };
}

export default function Inventory() {
  const { page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const query = readRetailQuery(params);
  return (
    <>
      <InventoryHero />
      <ListInPlace failure={RETRIES_EXHAUSTED} attempts={MAX_ATTEMPTS}>
        <ListFilters path={PATH} query={query} makes={page.makes} sorts={RETAIL_SORTS}>
          <RetailFilterFields query={query} />
        </ListFilters>
        <VehicleList
          path={PATH}
          title="Vehicles for Sale"
          query={query}
          page={page}
          filterLabels={RETAIL_FILTER_LABELS}
          emptyText="No vehicles currently available."
          card={(vehicle, position) => <RetailCard vehicle={vehicle} position={position} />}
        />
      </ListInPlace>
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
