import { ofCollection, publicItems } from "./inventory-resources.server";

/** `GET /api/{collection}` */
const handle = ofCollection(publicItems);

export const loader = handle;
export const action = handle;
