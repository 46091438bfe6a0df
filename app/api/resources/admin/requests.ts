import { ofRequests, requestList } from "~/api/resources/request-resources.server";

/** `GET /api/admin/{kind}s` */
const handle = ofRequests(requestList);

export const loader = handle;
export const action = handle;
