import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { publicVehicles } from "./vehicle-resources.server";

/** `GET /api/dismantled-vehicles` */
const handlers = publicVehicles(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
