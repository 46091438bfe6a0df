import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { staffVehicles } from "../vehicle-resources.server";

/** `GET, POST /api/admin/dismantled-vehicles` */
const handlers = staffVehicles(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
