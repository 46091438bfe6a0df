import { RETAIL_STORE } from "~/vehicles/retail.server";
import { publicVehicle } from "./vehicle-resources.server";

/** `GET /api/retail-vehicles/{id}` */
const handlers = publicVehicle(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
