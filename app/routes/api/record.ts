import { ofCollection, publicItem } from "./inventory-resources.server";

/** `GET /api/{collection}/{id}` */
const handle = ofCollection(publicItem);

export const loader = handle;
export const action = handle;
