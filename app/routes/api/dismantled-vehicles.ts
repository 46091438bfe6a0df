import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { publicItems } from "./inventory-resources.server";

/** `GET /api/dismantled-vehicles` */
const handlers = publicItems(DISMANTLED_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
