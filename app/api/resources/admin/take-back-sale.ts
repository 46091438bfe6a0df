import { saleReturn } from "~/api/resources/sale-resources.server";

/** `POST /api/admin/sales/{id}/take-back` */
export const loader = saleReturn.loader;
export const action = saleReturn.loader;
