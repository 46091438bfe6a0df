import { saleCompletion } from "~/api/resources/sale-resources.server";

/** `POST /api/admin/sales/{id}/complete` */
export const loader = saleCompletion.loader;
export const action = saleCompletion.loader;
