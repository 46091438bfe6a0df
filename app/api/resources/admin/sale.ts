import { sale } from "~/api/resources/sale-resources.server";

/** `GET, PUT, DELETE /api/admin/sales/{id}` */
export const loader = sale.loader;
export const action = sale.loader;
