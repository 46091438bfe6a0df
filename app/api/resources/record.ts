import { ofCollection, publicRecord } from "./inventory-resources.server";

/** `GET /api/{collection}/{id}` */
const handle = ofCollection(publicRecord);

export const loader = handle;
export const action = handle;
