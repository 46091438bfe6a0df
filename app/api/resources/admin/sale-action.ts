import { saleAction } from "~/api/resources/sale-resources.server";

/** `POST /api/admin/sales/{id}/complete`, `POST /api/admin/sales/{id}/void` */
export const loader = saleAction.loader;
export const action = saleAction.loader;
