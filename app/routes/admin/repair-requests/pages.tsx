import { REPAIR_REQUEST_LIST } from "~/requests/list";
import type { RepairRequest } from "~/requests/repair-schema";
import type { RequestView } from "~/requests/view.server";
import type { RequestPages } from "../requests/pages";
import { repairRequestGroups } from "./facts";
import { REPAIR_REQUEST_COLUMNS, RepairRequestStatusBadge } from "./row";

/** The staff pages of repair requests. */
export const REPAIR_REQUEST_PAGES: RequestPages<RequestView<RepairRequest>> = {
  name: "Repair request",
  list: REPAIR_REQUEST_LIST,
  columns: REPAIR_REQUEST_COLUMNS,
  badge: (request) => <RepairRequestStatusBadge request={request} />,
  groups: repairRequestGroups,
  checklist: ["Customer called", "Appointment set", "Car dropped off", "Estimate given", "Approved", "Done"],
  canQuote: false,
};
