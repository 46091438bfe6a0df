import { PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { requestListResource } from "../request-resources.server";

const handlers = requestListResource({ kind: PART_REQUESTS, list: PART_REQUEST_LIST });

export const loader = handlers.loader;
export const action = handlers.action;
