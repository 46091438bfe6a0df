import { ofCollection, staffRecords } from "~/api/resources/inventory-resources.server";

/** `GET, POST /api/admin/{collection}` */
const handle = ofCollection(staffRecords);

export const loader = handle;
export const action = handle;
