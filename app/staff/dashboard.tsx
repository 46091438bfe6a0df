import { Outlet, useLocation, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { COLLECTIONS } from "~/collections";
import { storedCollectionAt } from "~/collections.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { onlyAfterForm } from "~/ui/layout/only-after-form";
import { Tabs } from "~/ui/layout/tabs";
import type { loader as layoutLoader } from "./layout";
import { DASHBOARD_TABS, isOnDashboard } from "./tabs";
import { useMayOpen } from "./use-may-open";

// Of an address that names no list.
export { ErrorBoundary, meta } from "./not-found";

export const loader = staffLoader(({ params, request }) => {
  if (params.collection !== undefined) storedCollectionAt(request);
  return null;
});
export const action = noStaffAction;

// Without a connection, loading it again with another list would replace the tabs with an error.
export const shouldRevalidate = onlyAfterForm;

/** The message while a list loads, by its path. */
const LOADING = new Map([
  ...COLLECTIONS.map(({ list }) => [list.path, `Loading ${list.nouns[1]}...`] as const),
  ...REQUEST_KINDS.map(({ path, nouns }) => [path, `Loading ${nouns[1].toLowerCase()}...`] as const),
]);

/** The staff's lists, each with its own URL: four as the tabs of the dashboard, the others as pages. */
export default function Dashboard() {
  const waiting = useRouteLoaderData<typeof layoutLoader>("staff/layout")?.waiting;
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const mayOpen = useMayOpen();
  const tabs = DASHBOARD_TABS.filter(({ to }) => mayOpen(to)).map((tab) => ({
    ...tab,
    count: { number: waiting?.overdue[tab.to] ?? 0, word: "overdue" },
  }));
  const loading = LOADING.get(next ?? "");
  return (
    <main id="main" className="page staff-page dashboard" tabIndex={-1}>
      {isOnDashboard(pathname) ? (
        <>
          <h1>Admin Dashboard</h1>
          {tabs.length > 1 ? <Tabs label="Lists" tabs={tabs} /> : null}
        </>
      ) : null}
      <div className="grid screen-only dashboard__status" role="status">
        {loading ? <p className="panel row gap-3 loading dashboard__loading">{loading}</p> : null}
      </div>
      {/* Dimmed only while another list loads: a filter or a page of this one leaves it readable. */}
      <div
        className={
          loading && next !== pathname ? "dashboard__list dashboard__list--loading" : "dashboard__list"
        }
        aria-busy={loading ? true : undefined}
      >
        <Outlet />
      </div>
    </main>
  );
}
