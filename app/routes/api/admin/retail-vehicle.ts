import { RETAIL_STORE } from "~/vehicles/retail.server";
import { staffVehicle } from "../vehicle-resources.server";

/** `PUT, DELETE /api/admin/retail-vehicles/{id}` */
const handlers = staffVehicle(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
