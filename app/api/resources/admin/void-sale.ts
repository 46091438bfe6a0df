import { saleVoiding } from "~/api/resources/sale-resources.server";

/** `POST /api/admin/sales/{id}/void` */
export const loader = saleVoiding.loader;
export const action = saleVoiding.loader;
