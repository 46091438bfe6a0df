import type { PartRequest } from "~/models/part-request-schema";
import { PART_REQUEST_LIST } from "~/models/request-list";
import type { Shown } from "~/models/request-shown.server";
import { RequestSheet } from "~/ui/request-sheet";
import { partRequestGroups } from "./facts";
import { PartRequestStatusBadge } from "./row";

const TICKS = ["In stock", "Pulled", "Tested", "Customer called", "Price agreed", "Picked up"];

/** A part request with all that the workshop fills in by hand. */
export function PartRequestPaper({ request }: { request: Shown<PartRequest> }) {
  return (
    <RequestSheet
      kind="Part request"
      request={request}
      badge={<PartRequestStatusBadge request={request} />}
      groups={partRequestGroups(request)}
      ticks={TICKS}
      list={PART_REQUEST_LIST}
    />
  );
}
