import { PART_STORE } from "~/parts/part.server";
import { staffItems } from "../inventory-resources.server";

/** `GET, POST /api/admin/parts` */
const handlers = staffItems(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
