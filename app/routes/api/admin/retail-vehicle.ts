import { RETAIL_STORE } from "~/vehicles/retail.server";
import { staffItem } from "../inventory-resources.server";

/** `PUT, DELETE /api/admin/retail-vehicles/{id}` */
const handlers = staffItem(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
