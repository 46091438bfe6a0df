import { PART_STORE } from "~/parts/part.server";
import { publicItems } from "./inventory-resources.server";

/** `GET /api/parts` */
const handlers = publicItems(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
