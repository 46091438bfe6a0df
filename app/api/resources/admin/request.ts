import { ofRequests, requestItem } from "~/api/resources/request-resources.server";

/** `GET, PUT, DELETE /api/admin/{kind}s/{id}` */
const handle = ofRequests(requestItem);

export const loader = handle;
export const action = handle;
