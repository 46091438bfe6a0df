import { ofCollection, staffItems } from "../inventory-resources.server";

/** `GET, POST /api/admin/{collection}` */
const handle = ofCollection(staffItems);

export const loader = handle;
export const action = handle;
