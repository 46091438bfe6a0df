import { sales } from "~/api/resources/sale-resources.server";

/** `GET, POST /api/admin/sales` */
export const loader = sales.loader;
export const action = sales.loader;
