import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { takeTurns } from "~/http/long-lists.server";
import { storeResponse } from "~/http/page-cache.server";
import type { OpenList } from "~/lists/window";
import { findDismantledPage, openDismantledList } from "~/vehicles/dismantled.server";
import { RETAIL_SEARCH_PARAMS, readDismantledQuery, readRetailQuery } from "~/vehicles/list-query";
import { findRetailPage, openRetailList, toRetailCard } from "~/vehicles/retail.server";
import {
  type HandlerArgs,
  JSON_TYPE,
  listText,
  longResponse,
  type PreparedJson,
  preparedResponse,
  prepareJson,
  prepareJsonText,
  queryErrorResponse,
  resourceRoute,
} from "./json.server";

/** Vehicles of one inventory whose JSON is kept in memory: about 3 MB. */
const MAX_KEPT = 2_000;
/** How long a browser may reuse the response. */
const CACHE_CONTROL = "max-age=30";

/**
 * `GET /api/vehicle-data/batched`: both public inventories. With `list=retail` or
 * `list=dismantled` and the parameters of `/inventory` or `/parts`, the page of that list, with its counts in `page`;
 * `fields=card` leaves out what a card does not show.
 */
const handlers = resourceRoute({
  GET: async (args) => {
    const { request, context } = args;
    const params = new URL(request.url).searchParams;
    const list = params.get("list");
    const invalid =
      queryErrorResponse("/vehicle-data/batched", params) ??
      // Each list has its own sort orders.
      (list ? queryErrorResponse(`/${list}-vehicles`, params) : undefined);
    if (invalid) return invalid;
    const headers = { "Cache-Control": CACHE_CONTROL };
    const version = context.inventoryVersion;
    const prepared = list ? await preparePage(list, params) : await prepareEverything(context.clientIp);
    if (!prepared) return everythingResponse(args, headers);
    if (version === undefined) return preparedResponse(request, prepared, headers);
    return storeResponse(request, {
      client: context.client,
      body: prepared.body,
      headers: new Headers({ ...headers, "Content-Type": JSON_TYPE, ETag: prepared.etag }),
      version,
      searchParams: ["list", "fields", ...RETAIL_SEARCH_PARAMS],
    });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;

async function preparePage(list: string, params: URLSearchParams): Promise<PreparedJson> {
  if (list === "retail") {
    const { vehicles, ...page } = await findRetailPage(readRetailQuery(params));
    const retailVehicles = params.get("fields") === "card" ? vehicles.map(toRetailCard) : vehicles;
    return prepareJson({ retailVehicles, dismantledVehicles: [], page });
  }
  const { vehicles, ...page } = await findDismantledPage(readDismantledQuery(params));
  return prepareJson({ retailVehicles: [], dismantledVehicles: vehicles, page });
}

/** Both whole inventories; undefined if they are too large to be kept in memory. */
async function prepareEverything(clientIp: string): Promise<PreparedJson | undefined> {
  const [retail, dismantled] = await Promise.all([retailText(clientIp), dismantledText(clientIp)]);
  if (retail === undefined || dismantled === undefined) return undefined;
  return prepareJsonText(`{"retailVehicles":${retail},"dismantledVehicles":${dismantled}}`);
}

// Megabytes, so each is made once per change of that inventory.
const retailText = cacheUntilChange(
  (clientIp: string) => wholeText(openRetailList, clientIp),
  () => "",
  () => inventoryVersion("retailVehicles"),
);
const dismantledText = cacheUntilChange(
  (clientIp: string) => wholeText(openDismantledList, clientIp),
  () => "",
  () => inventoryVersion("dismantledVehicles"),
);

async function wholeText(
  open: () => Promise<OpenList<unknown>>,
  clientIp: string,
): Promise<string | undefined> {
  const list = await open();
  if (list.total > MAX_KEPT) return undefined;
  let text = "";
  for await (const piece of takeTurns(listText(list), clientIp)) text += piece;
  return text;
}

async function everythingResponse(args: HandlerArgs, headers: Record<string, string>): Promise<Response> {
  const [retail, dismantled] = [await openRetailList(), await openDismantledList()];
  return longResponse(args, {
    lists: [retail, dismantled],
    pieces: everythingText(retail, dismantled),
    headers,
  });
}

async function* everythingText(retail: OpenList<unknown>, dismantled: OpenList<unknown>) {
  yield* listText(retail, '{"retailVehicles":');
  yield* listText(dismantled, ',"dismantledVehicles":');
  yield "}";
}
