import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED, fetchDismantledPage } from "~/api-client";
import type { PublicDismantledVehicle } from "~/models/dismantled-vehicle";
import { findDismantledPage } from "~/models/dismantled-vehicle.server";
import { DISMANTLED_SORTS, readDismantledQuery, type VehiclePage, writeQuery } from "~/models/vehicle-search";
import { type Arriving, arriveSoon, latestOnly, useArrival } from "~/ui/arrival";
import { COMMON_FILTER_WORDS } from "~/ui/filter-chips";
import { addressWithoutEmptyFields, listAddress } from "~/ui/list-address";
import { ListFailure } from "~/ui/list-failure";
import { ListFilters } from "~/ui/list-filters";
import { pageTitle } from "~/ui/page-title";
import { VehicleList } from "~/ui/vehicle-list";
import { DismantledCard } from "./card";
import { PartsHero } from "./hero";
import { PartsSidePanel } from "./side-panel";

const PATH = "/parts";

interface PartsData {
  page: Arriving<VehiclePage<PublicDismantledVehicle>>;
}

export const meta: MetaFunction = ({ matches }) =>
  pageTitle("Shop Recycled Parts", matches, "Recently dismantled vehicles whose parts you can ask for.");

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
          message={FETCH_VEHICLES_FAILED}
          address={listAddress(PATH, readDismantledQuery(params))}
        />
        <PartsSidePanel />
      </div>
    </>
  );
}
