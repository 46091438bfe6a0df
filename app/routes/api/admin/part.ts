import { PART_STORE } from "~/parts/part.server";
import { staffItem } from "../inventory-resources.server";

/** `PUT, DELETE /api/admin/parts/{id}` */
const handlers = staffItem(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
