import { findPublicRetailWindow } from "~/models/retail-vehicle.server";
import { readRetailQuery } from "~/models/vehicle-search";
import { answerList } from "./answer-list.server";
import { resource } from "./respond.server";

/** `GET /api/retail-vehicles`: those not sold, newest first (specification, section 7). */
const handlers = resource({
  GET: ({ request }) =>
    answerList(request, (params, window) => findPublicRetailWindow(readRetailQuery(params), window)),
});

export const loader = handlers.loader;
export const action = handlers.action;
