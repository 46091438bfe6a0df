import { costs } from "~/api/resources/money-resources.server";

/** `GET /api/admin/costs` */
export const loader = costs.loader;
export const action = costs.loader;
