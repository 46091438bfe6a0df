import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { OptionalContent } from "~/http/optional.server";
import { type PageHandle, STATIC } from "~/http/page-handle";
import { EMPTY_SHELF } from "~/parts/shelf";
import { findShelf } from "~/parts/shelf.server";
import { inTown, publicPage } from "~/site/layout/public-page";
import { COMMON_FILTER_LABELS } from "~/site/lists/filter-chips";
import { ListFilters } from "~/site/lists/list-filters";
import { ListInPlace } from "~/site/lists/list-in-place";
import { itemListJsonLd, listPagePath, pageSuffix } from "~/site/lists/list-page";
import { listUrl } from "~/site/lists/list-url";
import { AlertOffer } from "~/site/parts/alert-offer";
import { ShelfSections } from "~/site/parts/shelf-sections";
import { DismantledCard } from "~/site/vehicles/dismantled-card";
import { VehicleList } from "~/site/vehicles/list";
import { failureTitle } from "~/ui/layout/page-title";
import { ListFailure } from "~/ui/lists/list-failure";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { findDismantledPage, toDismantledCards, withoutShelf } from "~/vehicles/dismantled.server";
import { donorPath, vehicleName } from "~/vehicles/inventory";
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

export const handle: PageHandle = { ...STATIC, searchParams: DISMANTLED_SEARCH_PARAMS };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, location, matches }) => {
  if (!loaded) return failureTitle("Shop Recycled Parts", matches);
  const query = readDismantledQuery(new URLSearchParams(location.search));
  const { page, vehicles } = loaded.page;
  return publicPage(matches, ({ business: { address }, publicUrl }) => ({
    path: listPagePath(PATH, query, page),
    announcesArrivals: true,
    title: [`Recycled Auto Parts${inTown({ address })}${pageSuffix(page)}`],
    description: `Used auto parts in ${address.city}, ${address.state}${pageSuffix(page)}: see which vehicles we've recently dismantled, and request the part you need.`,
    jsonLd: [
      itemListJsonLd(
        { publicUrl },
        vehicles.map((vehicle) => ({ name: vehicleName(vehicle), path: donorPath(vehicle) })),
      ),
    ],
  }));
};

/** The list; without what is on the shelf it still helps. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const query = readDismantledQuery(url.searchParams);
  const optional = new OptionalContent(context.requestId);
  const [page, shelf] = await Promise.all([
    findDismantledPage(query),
    optional.load("the shelf", findShelf(), EMPTY_SHELF),
  ]);
  const cards = withoutShelf(page.vehicles);
  return data(
    {
      page: {
        ...page,
        vehicles: await optional.load("the parts of vehicles", toDismantledCards(page.vehicles), cards),
      },
      example: shelf.examples[0],
      // A list that is opened with filters comes first.
      shelf: writeQuery(query).size === 0 ? shelf : undefined,
    },
    optional.init,
  );
}

export default function Parts() {
  const { page, shelf, example } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const query = readDismantledQuery(params);
  return (
    <>
      <PartsHero example={example} />
      {shelf ? <ShelfSections shelf={shelf} /> : null}
      <ListInPlace failure={FETCH_VEHICLES_FAILED}>
        <ListFilters path={PATH} query={query} makes={page.makes} sorts={DISMANTLED_SORTS} quiet />
        <VehicleList
          path={PATH}
          title="Recently Dismantled Vehicles"
          query={query}
          page={page}
          filterLabels={COMMON_FILTER_LABELS}
          emptyText="No vehicles currently available for parts."
          card={(vehicle, position) => (
            <DismantledCard vehicle={vehicle} position={position} part={page.part?.q} />
          )}
          noMatch={<AlertOffer query={query} />}
        />
        <PartsSidePanel />
      </ListInPlace>
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
