import { RETAIL_STORE } from "~/vehicles/retail.server";
import { publicItem } from "./inventory-resources.server";

/** `GET /api/retail-vehicles/{id}` */
const handlers = publicItem(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
