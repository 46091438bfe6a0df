import { bookLines } from "~/api/resources/money-resources.server";

/** `GET /api/admin/book` */
export const loader = bookLines.loader;
export const action = bookLines.loader;
