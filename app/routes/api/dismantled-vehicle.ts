import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { publicItem } from "./inventory-resources.server";

/** `GET /api/dismantled-vehicles/{id}` */
const handlers = publicItem(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
