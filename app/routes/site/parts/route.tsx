import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED } from "~/api-client/sentences";
import { fetchDismantledPage } from "~/api-client/vehicle-pages";
import type { PublicDismantledVehicle } from "~/models/dismantled-vehicle";
import { findDismantledPage } from "~/models/dismantled-vehicle.server";
import { DISMANTLED_SORTS, readDismantledQuery, type VehiclePage, writeQuery } from "~/models/vehicle-search";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { type Arriving, arriveSoon, latestOnly, useArrival } from "~/ui/arrival";
import { COMMON_FILTER_WORDS } from "~/ui/filter-chips";
import { addressWithoutEmptyFields, listAddress } from "~/ui/list-address";
import { ListFailure } from "~/ui/list-failure";
import { ListFilters } from "~/ui/list-filters";
import { listPagePath, pageShown, pageWords } from "~/ui/list-page";
import { failureTitle } from "~/ui/page-title";
import { publicPage } from "~/ui/public-page";
import { VehicleList } from "~/ui/vehicle-list";
import { DismantledCard } from "./card";
import { PartsHero } from "./hero";
import { PartsSidePanel } from "./side-panel";

const PATH = "/parts";

interface PartsData {
  page: Arriving<VehiclePage<PublicDismantledVehicle>>;
}

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ data: found, location, matches }) => {
  if (!found) return failureTitle("Shop Recycled Parts", matches);
  const query = readDismantledQuery(new URLSearchParams(location.search));
  const page = pageShown(found as PartsData, query);
  return publicPage(matches, ({ business: { address } }) => ({
    path: listPagePath(PATH, query, page),
    title: `Shop Recycled Parts${pageWords(page)}`,
    description: `Used auto parts in ${address.city}, ${address.state}${pageWords(page)}: see which vehicles we have recently dismantled, and ask us for the part you need.`,
  }));
};

/** The page whole: without script nothing may wait (decisions, section 1). */
export async function loader({ request }: LoaderFunctionArgs): Promise<PartsData> {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return { page: await findDismantledPage(readDismantledQuery(url.searchParams)) };
}

const latest = latestOnly();

/** In the browser the list may still be under way: its loading and error states show (specification, section 4). */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<PartsData> {
  const params = writeQuery(readDismantledQuery(new URL(request.url).searchParams));
  return arriveSoon(fetchDismantledPage(params, { signal: latest() }));
}

export default function Parts() {
  const { page } = useLoaderData() as PartsData;
  const arrival = useArrival(page);
  const [params] = useSearchParams();
  const query = readDismantledQuery(params);
  return (
    <>
      <PartsHero />
      <div className="page results">
        <ListFilters
          path={PATH}
          query={query}
          read={readDismantledQuery}
          makes={arrival.last?.makes ?? []}
          sorts={DISMANTLED_SORTS}
          quiet
        />
        <VehicleList
          path={PATH}
          title="Recently Dismantled Vehicles"
          query={query}
          arrival={arrival}
          filterWords={COMMON_FILTER_WORDS}
          emptyText="No vehicles currently available for parts."
          card={(vehicle, position) => <DismantledCard vehicle={vehicle} position={position} />}
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
          address={listAddress(PATH, readDismantledQuery(params))}
        />
        <PartsSidePanel />
      </div>
    </>
  );
}
