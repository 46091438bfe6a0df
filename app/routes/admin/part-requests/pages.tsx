import { PART_REQUEST_LIST } from "~/requests/list";
import type { PartRequest } from "~/requests/part-schema";
import type { RequestView } from "~/requests/view.server";
import type { RequestPages } from "../requests/pages";
import { partRequestGroups } from "./facts";
import { PART_REQUEST_COLUMNS, PartRequestStatusBadge } from "./row";

/** The staff pages of part requests. */
export const PART_REQUEST_PAGES: RequestPages<RequestView<PartRequest>> = {
  name: "Part request",
  list: PART_REQUEST_LIST,
  columns: PART_REQUEST_COLUMNS,
  badge: (request) => <PartRequestStatusBadge request={request} />,
  groups: partRequestGroups,
  checklist: ["In stock", "Pulled", "Tested", "Customer called", "Price agreed", "Picked up"],
  canQuote: true,
};
