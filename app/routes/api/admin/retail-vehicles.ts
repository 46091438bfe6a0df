import { RETAIL_STORE } from "~/vehicles/retail.server";
import { staffVehicles } from "../vehicle-resources.server";

/** `GET, POST /api/admin/retail-vehicles` */
const handlers = staffVehicles(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
