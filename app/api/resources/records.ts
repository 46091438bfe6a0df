import { ofCollection, publicRecords } from "./inventory-resources.server";

/** `GET /api/{collection}` */
const handle = ofCollection(publicRecords);

export const loader = handle;
export const action = handle;
