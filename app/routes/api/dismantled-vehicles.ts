import { findPublicDismantledWindow } from "~/models/dismantled-vehicle.server";
import { readDismantledQuery } from "~/models/vehicle-search";
import { answerList } from "./answer-list.server";
import { resource } from "./respond.server";

/** `GET /api/dismantled-vehicles`: those not scrapped, newest first (specification, section 7). */
const handlers = resource({
  GET: ({ request }) =>
    answerList(request, (params, window) => findPublicDismantledWindow(readDismantledQuery(params), window)),
});

export const loader = handlers.loader;
export const action = handlers.action;
