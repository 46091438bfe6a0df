import { cost } from "~/api/resources/money-resources.server";

/** `GET /api/admin/costs/{id}` */
export const loader = cost.loader;
export const action = cost.loader;
