import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { staffVehicle } from "../vehicle-resources.server";

/** `PUT, DELETE /api/admin/dismantled-vehicles/{id}` */
const handlers = staffVehicle(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
