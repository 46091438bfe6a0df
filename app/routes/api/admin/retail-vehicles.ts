import { RETAIL_STORE } from "~/vehicles/retail.server";
import { staffItems } from "../inventory-resources.server";

/** `GET, POST /api/admin/retail-vehicles` */
const handlers = staffItems(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
