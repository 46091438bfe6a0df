import type { VehicleInquiry } from "~/requests/inquiry-schema";
import { VEHICLE_INQUIRY_LIST } from "~/requests/list";
import type { RequestView } from "~/requests/view.server";
import type { RequestPages } from "../requests/pages";
import { vehicleInquiryGroups } from "./facts";
import { InquiryStatusBadge, VEHICLE_INQUIRY_COLUMNS } from "./row";

/** The staff pages of vehicle inquiries. */
export const VEHICLE_INQUIRY_PAGES: RequestPages<RequestView<VehicleInquiry>> = {
  name: "Vehicle inquiry",
  list: VEHICLE_INQUIRY_LIST,
  columns: VEHICLE_INQUIRY_COLUMNS,
  badge: (request) => <InquiryStatusBadge request={request} />,
  groups: vehicleInquiryGroups,
  checklist: [
    "Customer called",
    "Question answered",
    "Test drive set",
    "Test drive done",
    "Offer made",
    "Sold",
  ],
  canQuote: false,
};
