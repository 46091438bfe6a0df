import { RETAIL_STORE } from "~/vehicles/retail.server";
import { publicItems } from "./inventory-resources.server";

/** `GET /api/retail-vehicles` */
const handlers = publicItems(RETAIL_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
