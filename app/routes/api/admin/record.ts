import { ofCollection, staffItem } from "../inventory-resources.server";

/** `PUT, DELETE /api/admin/{collection}/{id}` */
const handle = ofCollection(staffItem);

export const loader = handle;
export const action = handle;
