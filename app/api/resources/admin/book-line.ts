import { bookLine } from "~/api/resources/money-resources.server";

/** `GET /api/admin/book/{id}` */
export const loader = bookLine.loader;
export const action = bookLine.loader;
