import type { RecordOf } from "~/api-contract/types";
import { inventoryVersion, rememberUntilChange } from "~/db/changes.server";
import type { Inventory } from "~/db/schema";
import { findDismantledPage, listPublicDismantledVehicles } from "~/models/dismantled-vehicle.server";
import { findRetailPage, listPublicRetailVehicles } from "~/models/retail-vehicle.server";
import { readDismantledQuery, readRetailQuery } from "~/models/vehicle-search";
import { remember } from "~/page-memory.server";
import {
  answerError,
  answerTagged,
  JSON_TYPE,
  resource,
  type Tagged,
  tagged,
  taggedJson,
} from "./respond.server";

/** How long a browser may go on using an answer (specification, section 9). */
const CACHE_CONTROL = "max-age=30";

/**
 * GET /api/vehicle-data/batched: everything public; with `?list=retail` or `?list=dismantled` and the parameters
 * of `/inventory` or `/parts`, the window that such an address shows, and `page` beside it.
 */
const handlers = resource({
  GET: async ({ request, context: { inventoryVersion: version } }) => {
    const params = new URL(request.url).searchParams;
    const answer = await prepare(params.get("list"), params);
    if (!answer) return answerError(400, "The list is either retail or dismantled.");
    // Asked for again before anything changed: then it is worth keeping.
    const again = answer === latest;
    latest = answer;
    if (again && version !== undefined) {
      remember(request, { ...answer, version, contentType: JSON_TYPE, cacheControl: CACHE_CONTROL });
    }
    return answerTagged(request, answer, { "Cache-Control": CACHE_CONTROL });
  },
});

let latest: Tagged | undefined;

export const loader = handlers.loader;
export const action = handlers.action;

async function prepare(list: string | null, params: URLSearchParams): Promise<Tagged | undefined> {
  if (list === null) return everything(undefined);
  if (list === "retail") {
    const { vehicles, ...page } = await findRetailPage(readRetailQuery(params));
    return tagged({
      retailVehicles: vehicles,
      dismantledVehicles: [],
      page,
    } satisfies RecordOf<"VehicleData">);
  }
  if (list === "dismantled") {
    const { vehicles, ...page } = await findDismantledPage(readDismantledQuery(params));
    return tagged({
      retailVehicles: [],
      dismantledVehicles: vehicles,
      page,
    } satisfies RecordOf<"VehicleData">);
  }
  return undefined;
}

// Both inventories whole are megabytes of JSON: each is written once a change of its own, not once a call.
const everything = rememberUntilChange(
  async (_nothing: undefined): Promise<Tagged> =>
    taggedJson(`{"retailVehicles":${await allRetail()},"dismantledVehicles":${await allDismantled()}}`),
  () => "everything",
  inventoryVersion,
);
const allRetail = rememberList("retailVehicles", listPublicRetailVehicles);
const allDismantled = rememberList("dismantledVehicles", listPublicDismantledVehicles);

/** A list of that answer as JSON. */
function rememberList<Name extends Inventory>(
  name: Name,
  list: () => Promise<RecordOf<"VehicleData">[Name]>,
): () => Promise<string> {
  const json = async (_nothing: undefined) => JSON.stringify(await list());
  const remembered = rememberUntilChange(
    json,
    () => name,
    () => inventoryVersion(name),
  );
  return () => remembered(undefined);
}
