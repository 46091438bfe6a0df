import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { publicVehicle } from "./vehicle-resources.server";

/** `GET /api/dismantled-vehicles/{id}` */
const handlers = publicVehicle(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
