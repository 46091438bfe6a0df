import { Outlet, useLocation, useNavigation } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { onlyAfterForm } from "~/ui/only-after-form";
import { Tabs } from "~/ui/tabs";

const TABS = [
  { to: "/admin", label: "Dismantled Vehicles", loading: "Loading vehicles..." },
  { to: "/admin/retail-vehicles", label: "Retail Vehicles", loading: "Loading vehicles..." },
  { to: "/admin/parts-requests", label: "Parts Requests", loading: "Loading part requests..." },
  { to: "/admin/repair-requests", label: "Repair Requests", loading: "Loading repair requests..." },
] as const;

// It shows no data of its own, but no part of the staff's side answers a stranger.
export const loader = staffLoader(() => null);
export const action = noStaffAction;

// Asked again on the way to another list, it would take the tabs down with that list where the connection is gone.
export const shouldRevalidate = onlyAfterForm;

/** The four lists, each an address (decisions, section 5). */
export default function Dashboard() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const coming = TABS.find(({ to }) => to === next);
  return (
    <main id="main" className="page dashboard" tabIndex={-1}>
      <h1>Admin Dashboard</h1>
      <Tabs label="Lists" tabs={TABS} />
      <div className="dashboard__status" role="status">
        {coming ? <p className="loading dashboard__loading">{coming.loading}</p> : null}
      </div>
      {/* The list that stands here stays readable while another answer to the same question is under way. */}
      <div
        className={
          coming && coming.to !== pathname ? "dashboard__list dashboard__list--leaving" : "dashboard__list"
        }
        aria-busy={coming ? true : undefined}
      >
        <Outlet />
      </div>
    </main>
  );
}
