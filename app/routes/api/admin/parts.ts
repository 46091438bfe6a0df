import { PART_STORE } from "~/parts/part.server";
import { staffVehicles } from "../vehicle-resources.server";

/** `GET, POST /api/admin/parts` */
const handlers = staffVehicles(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
