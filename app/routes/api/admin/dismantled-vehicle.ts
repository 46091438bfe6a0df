import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { staffItem } from "../inventory-resources.server";

/** `PUT, DELETE /api/admin/dismantled-vehicles/{id}` */
const handlers = staffItem(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
