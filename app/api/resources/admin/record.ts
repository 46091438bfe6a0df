import { ofCollection, staffRecord } from "~/api/resources/inventory-resources.server";

/** `GET, PUT, DELETE /api/admin/{collection}/{id}` */
const handle = ofCollection(staffRecord);

export const loader = handle;
export const action = handle;
