import type { IconName } from "~/ui/layout/icon";
import { STAFF_HOME, TODAY_PAGE } from "~/values/return-path";

/** A link of the frame. */
export interface FramePage {
  to: string;
  label: string;
  /** Where its records have their pages, if that is not below its own address. */
  records?: string;
}

/** A heading of the frame, which leads to its first page. */
export interface FrameGroup {
  label: string;
  icon: IconName;
  pages: readonly FramePage[];
}

/**
 * Where everything on the staff's side is: the rail at a desk and the menu of a phone show it all, in this order. A collection that isn't
 * listed is added automatically. Only addresses, so that no page loads another one's code.
 */
export const FRAME_GROUPS: readonly FrameGroup[] = [
  { label: "Today", icon: "calendar", pages: [{ to: TODAY_PAGE, label: "Today" }] },
  {
    label: "Requests",
    icon: "text",
    pages: [
      { to: "/admin/parts-requests", label: "Parts" },
      { to: "/admin/repair-requests", label: "Repairs" },
      { to: "/admin/vehicle-inquiries", label: "Vehicle inquiries" },
      { to: "/admin/offered-cars", label: "Cars offered" },
      { to: "/admin/appointments", label: "Appointments" },
      { to: "/admin/spam", label: "Spam" },
    ],
  },
  {
    label: "Sales",
    icon: "tag",
    pages: [
      { to: "/admin/sales", label: "Sales" },
      { to: "/admin/credit-notes", label: "Credit notes" },
      { to: "/admin/sales/owed", label: "Owed on account" },
      { to: "/admin/account-payments", label: "Payments on account" },
      { to: "/admin/sales/cores", label: "Cores owed" },
      { to: "/admin/old-sales", label: "Old sales" },
    ],
  },
  { label: "Customers", icon: "user", pages: [{ to: "/admin/customers", label: "Customers" }] },
  {
    label: "Yard",
    icon: "recycle",
    pages: [
      { to: STAFF_HOME, label: "Dismantled vehicles", records: "/admin/dismantled-vehicles" },
      { to: "/admin/teardown", label: "Teardown" },
      { to: "/admin/purchases", label: "Cars bought" },
    ],
  },
  {
    label: "Parts",
    icon: "gears",
    pages: [
      { to: "/admin/parts", label: "On the shelf" },
      { to: "/admin/parts?status=On+hold", label: "Holds" },
      { to: "/admin/fitments", label: "What fits" },
      { to: "/admin/labels", label: "Labels" },
      { to: "/admin/parts/ebay", label: "eBay" },
    ],
  },
  {
    label: "Cars for sale",
    icon: "car",
    pages: [
      { to: "/admin/retail-vehicles", label: "Retail vehicles" },
      { to: "/admin/retail-vehicles/buyers-guides", label: "Buyers Guides" },
    ],
  },
  { label: "Reports", icon: "gauge", pages: [{ to: "/admin/reports", label: "Reports" }] },
  {
    label: "Website",
    icon: "external",
    pages: [
      { to: "/admin/feeds", label: "Feeds" },
      { to: "/admin/alerts", label: "Arrival alerts" },
      { to: "/", label: "View site" },
    ],
  },
  {
    label: "Records",
    icon: "document",
    pages: [
      { to: "/admin/history", label: "History" },
      { to: "/admin/trash", label: "Trash" },
      { to: "/admin/import", label: "Import and export" },
      { to: "/admin/book", label: "Book" },
      { to: "/admin/nmvtis", label: "NMVTIS" },
      { to: "/admin/mail", label: "Email" },
    ],
  },
  {
    label: "Settings",
    icon: "wrench",
    pages: [
      { to: "/admin/settings", label: "Settings" },
      { to: "/admin/people", label: "People" },
      { to: "/admin/backups", label: "Backups" },
      { to: "/admin/machine", label: "This machine" },
      { to: "/admin/updates", label: "Updates" },
    ],
  },
];

/** What can be added from any page. A collection that isn't listed is added automatically. */
export const NEW_PAGES: readonly FramePage[] = [
  { to: "/admin/sales/new", label: "Sale" },
  { to: "/admin/requests/new", label: "Request" },
  { to: "/admin/purchases/new", label: "Buy a car" },
  { to: "/admin/dismantled-vehicles/new", label: "Dismantled vehicle" },
  { to: "/admin/retail-vehicles/new", label: "Retail vehicle" },
  { to: "/admin/parts/new", label: "Part" },
  { to: "/admin/customers/new", label: "Customer" },
  { to: "/admin/fitments/new", label: "What fits" },
  { to: "/admin/old-sales/new", label: "Old sale" },
];
