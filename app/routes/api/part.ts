import { PART_STORE } from "~/parts/part.server";
import { publicVehicle } from "./vehicle-resources.server";

/** `GET /api/parts/{id}` */
const handlers = publicVehicle(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
