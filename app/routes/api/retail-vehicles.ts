import { RETAIL_STORE } from "~/vehicles/retail.server";
import { publicVehicles } from "./vehicle-resources.server";

/** `GET /api/retail-vehicles` */
const handlers = publicVehicles(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
