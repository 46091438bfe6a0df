import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { VEHICLE_INQUIRY_LIST } from "~/requests/list";
import { requestListResource } from "../request-resources.server";

const handlers = requestListResource({ kind: VEHICLE_INQUIRIES, list: VEHICLE_INQUIRY_LIST });

export const loader = handlers.loader;
export const action = handlers.action;
