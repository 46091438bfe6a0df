import { PART_STORE } from "~/parts/part.server";
import { staffVehicle } from "../vehicle-resources.server";

/** `PUT, DELETE /api/admin/parts/{id}` */
const handlers = staffVehicle(PART_STORE);

export const loader = handlers.loader;
export const action = handlers.action;
