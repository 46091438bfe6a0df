import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { staffItems } from "../inventory-resources.server";

/** `GET, POST /api/admin/dismantled-vehicles` */
const handlers = staffItems(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
