import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { storeResponse } from "~/http/page-cache.server";
import { findDismantledPage, listPublicDismantledVehicles } from "~/vehicles/dismantled.server";
import { findRetailPage, listPublicRetailVehicles, toRetailCard } from "~/vehicles/retail.server";
import { RETAIL_SEARCH_PARAMS, readDismantledQuery, readRetailQuery } from "~/vehicles/search";
import {
  JSON_TYPE,
  type PreparedJson,
  preparedResponse,
  prepareJson,
  prepareJsonText,
  queryErrorResponse,
  resourceRoute,
} from "./json.server";

/** How long a browser may reuse the response (specification, section 9). */
const CACHE_CONTROL = "max-age=30";

/**
 * `GET /api/vehicle-data/batched`: both public inventories (specification, section 7). With `list=retail` or
 * `list=dismantled` and the parameters of `/inventory` or `/parts`, the page of that list, with its counts in `page`;
 * `fields=card` leaves out what a card does not show.
 */
const handlers = resourceRoute({
  GET: async ({ request, context: { inventoryVersion: version } }) => {
    const params = new URL(request.url).searchParams;
    const list = params.get("list");
    const invalid =
      queryErrorResponse("/vehicle-data/batched", params) ??
      // Each list has its own sort orders.
      (list ? queryErrorResponse(`/${list}-vehicles`, params) : undefined);
    if (invalid) return invalid;
    const prepared = await prepare(list, params);
    const headers = { "Cache-Control": CACHE_CONTROL };
    if (version === undefined) return preparedResponse(request, prepared, headers);
    return storeResponse(request, {
      body: prepared.body,
      headers: new Headers({ ...headers, "Content-Type": JSON_TYPE, ETag: prepared.etag }),
      version,
      searchParams: ["list", "fields", ...RETAIL_SEARCH_PARAMS],
    });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;

async function prepare(list: string | null, params: URLSearchParams): Promise<PreparedJson> {
  if (list === "retail") {
    const { vehicles, ...page } = await findRetailPage(readRetailQuery(params));
    const retailVehicles = params.get("fields") === "card" ? vehicles.map(toRetailCard) : vehicles;
    return prepareJson({ retailVehicles, dismantledVehicles: [], page });
  }
  if (list === "dismantled") {
    const { vehicles, ...page } = await findDismantledPage(readDismantledQuery(params));
    return prepareJson({ retailVehicles: [], dismantledVehicles: vehicles, page });
  }
  return everything(undefined);
}

// Both whole inventories are megabytes of JSON, so each is serialized once per change of that inventory.
const everything = cacheUntilChange(
  async (_nothing: undefined): Promise<PreparedJson> =>
    prepareJsonText(
      `{"retailVehicles":${await retailJson(undefined)},"dismantledVehicles":${await dismantledJson(undefined)}}`,
    ),
  () => "everything",
  inventoryVersion,
);
const retailJson = cacheUntilChange(
  async (_nothing: undefined) => JSON.stringify(await listPublicRetailVehicles()),
  () => "retail",
  () => inventoryVersion("retailVehicles"),
);
const dismantledJson = cacheUntilChange(
  async (_nothing: undefined) => JSON.stringify(await listPublicDismantledVehicles()),
  () => "dismantled",
  () => inventoryVersion("dismantledVehicles"),
);
