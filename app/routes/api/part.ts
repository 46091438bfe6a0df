import { PART_STORE } from "~/parts/part.server";
import { publicItem } from "./inventory-resources.server";

/** `GET /api/parts/{id}` */
const handlers = publicItem(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
