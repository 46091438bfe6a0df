import { accountPayments } from "~/api/resources/sale-resources.server";

/** `GET, POST /api/admin/account-payments` */
export const loader = accountPayments.loader;
export const action = accountPayments.loader;
