import { PART_STORE } from "~/parts/part.server";
import { publicVehicles } from "./vehicle-resources.server";

/** `GET /api/parts` */
const handlers = publicVehicles(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
