import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED } from "~/api-client/sentences";
import { fetchRetailPage } from "~/api-client/vehicle-pages";
import { findRetailPage } from "~/models/retail-vehicle.server";
import { RETAIL_SORTS, readRetailQuery, type VehiclePage, writeQuery } from "~/models/vehicle-search";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { type Arriving, arriveSoon, latestOnly, useArrival } from "~/ui/arrival";
import { InventoryDrawing } from "~/ui/drawings/inventory";
import { Hero } from "~/ui/hero";
import { addressWithoutEmptyFields, listAddress } from "~/ui/list-address";
import { ListFailure } from "~/ui/list-failure";
import { ListFilters } from "~/ui/list-filters";
import { listPagePath, pageShown, pageWords } from "~/ui/list-page";
import { failureTitle } from "~/ui/page-title";
import { publicPage } from "~/ui/public-page";
import { VehicleList } from "~/ui/vehicle-list";
import { type CardVehicle, forCards, RetailCard } from "./cards";
import { RETAIL_FILTER_WORDS, RetailFilterFields } from "./filters";

const PATH = "/inventory";

interface InventoryData {
  page: Arriving<VehiclePage<CardVehicle>>;
}

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ data: found, location, matches }) => {
  if (!found) return failureTitle("Pre-Owned Vehicles", matches);
  const query = readRetailQuery(new URLSearchParams(location.search));
  const page = pageShown(found as InventoryData, query);
  return publicPage(matches, ({ business: { address } }) => ({
    path: listPagePath(PATH, query, page),
    title: `Pre-Owned Vehicles${pageWords(page)}`,
    description: `Used cars, trucks and SUVs for sale in ${address.city}, ${address.state}${pageWords(page)}, each with its picture, its price and everything we know about it.`,
  }));
};

/** The page whole: without script nothing may wait (decisions, section 1). */
export async function loader({ request }: LoaderFunctionArgs): Promise<InventoryData> {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return { page: forCards(await findRetailPage(readRetailQuery(url.searchParams))) };
}

const latest = latestOnly();

/** In the browser the list may still be under way: its loading and error states show (specification, section 4). */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<InventoryData> {
  const params = writeQuery(readRetailQuery(new URL(request.url).searchParams));
  return arriveSoon(fetchRetailPage(params, { signal: latest() }).then(forCards));
}

export default function Inventory() {
  const { page } = useLoaderData() as InventoryData;
  const arrival = useArrival(page);
  const [params] = useSearchParams();
  const query = readRetailQuery(params);
  return (
    <>
      <InventoryHero />
      <div className="page results">
        <ListFilters
          path={PATH}
          query={query}
          read={readRetailQuery}
          makes={arrival.last?.makes ?? []}
          sorts={RETAIL_SORTS}
        >
          <RetailFilterFields query={query} />
        </ListFilters>
        <VehicleList
          path={PATH}
          title="Vehicles for sale"
          query={query}
          arrival={arrival}
          filterWords={RETAIL_FILTER_WORDS}
          emptyText="No vehicles currently available."
          card={(vehicle, position) => (
            <RetailCard vehicle={vehicle} position={position} search={writeQuery(query).toString()} />
          )}
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
        <ListFailure
          level={2}
          message={FETCH_VEHICLES_FAILED}
          address={listAddress(PATH, readRetailQuery(params))}
        />
      </div>
    </>
  );
}

function InventoryHero() {
  return (
    <Hero title="Pre-Owned Vehicles" kind="list" drawing={<InventoryDrawing />}>
      <p>Cars, trucks and SUVs, each with its price and everything we know about it.</p>
    </Hero>
  );
}
