import { STAFF_HOME } from "~/values/return-path";

/** The lists on the dashboard; every other list is a separate page. */
export const DASHBOARD_TABS = [
  { to: STAFF_HOME, label: "Dismantled Vehicles" },
  { to: "/admin/retail-vehicles", label: "Retail Vehicles" },
  { to: "/admin/parts-requests", label: "Parts Requests" },
  { to: "/admin/repair-requests", label: "Repair Requests" },
] as const;

/** Whether this list is on the dashboard, under its title. */
export function isOnDashboard(path: string): boolean {
  return DASHBOARD_TABS.some(({ to }) => to === path);
}
