import { Link, Outlet, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { STAFF_ALERTS_PAGE } from "~/alerts/alert";
import { countActiveAlerts } from "~/alerts/alert.server";
import { summarizeBackups } from "~/backup/summary.server";
import { COLLECTIONS } from "~/collections";
import { storedCollectionAt } from "~/collections.server";
import { BUYERS_GUIDES_PAGE } from "~/documents/buyers-guide";
import { LABELS_PAGE } from "~/documents/labels";
import { NMVTIS_PAGE } from "~/documents/nmvtis";
import { FEEDS_PAGE } from "~/feeds/feed";
import { HISTORY_PAGE, TRASH_PAGE } from "~/history/change";
import { MAIL_PAGE } from "~/mail/mail";
import { countFailedMail } from "~/mail/outbox.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { TodaysWork } from "~/requests/staff/today";
import { loadToday } from "~/requests/staff/today.server";
import { Notice } from "~/ui/layout/notice";
import { onlyAfterForm } from "~/ui/layout/only-after-form";
import { Tabs } from "~/ui/layout/tabs";

const TABS: readonly { to: string; label: string; loading: string }[] = [
  { to: "/admin", label: "Dismantled Vehicles", loading: "Loading vehicles..." },
  { to: "/admin/retail-vehicles", label: "Retail Vehicles", loading: "Loading vehicles..." },
  ...REQUEST_KINDS.map(({ path, list, nouns: [, several] }) => ({
    to: path,
    label: list.title,
    loading: `Loading ${several.toLowerCase()}...`,
  })),
  { to: "/admin/parts", label: "Parts on the Shelf", loading: "Loading parts..." },
];

// A collection without a place above follows.
const ALL_TABS = [
  ...TABS,
  ...COLLECTIONS.filter(({ list }) => !TABS.some(({ to }) => to === list.path)).map(({ list }) => ({
    to: list.path,
    label: list.title,
    loading: `Loading ${list.nouns[1]}...`,
  })),
];

// Of an address that names no list.
export { ErrorBoundary, meta } from "./not-found";

export const loader = staffLoader(async (args) => {
  if (args.params.collection !== undefined) storedCollectionAt(args.request);
  return {
    backups: summarizeBackups(args.now),
    today: await loadToday(args),
    failedMail: await countFailedMail(),
    alerts: await countActiveAlerts(args.now),
  };
});
export const action = noStaffAction;

// Without a connection, loading it again with another list would replace the tabs with an error.
export const shouldRevalidate = onlyAfterForm;

/** The lists, each with its own URL, and the state of mail and backups. */
export default function Dashboard() {
  const { backups, today, failedMail, alerts } = useLoaderData<typeof loader>();
  const { problem, state } = backups;
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const overdue = (list: string) => today?.find(({ path }) => path === list)?.counts.overdue ?? 0;
  const tabs = ALL_TABS.map((tab) => ({ ...tab, count: { number: overdue(tab.to), word: "overdue" } }));
  const nextTab = ALL_TABS.find(({ to }) => to === next);
  return (
    <main id="main" className="page staff-page dashboard" tabIndex={-1}>
      <h1>Admin Dashboard</h1>
      {problem ? (
        <Notice tone="error" title={problem.title} className="screen-only dashboard__problem">
          <p className="breaks">{problem.message}</p>
        </Notice>
      ) : null}
      {today ? <TodaysWork today={today} /> : null}
      <Tabs label="Lists" tabs={tabs} />
      <div className="dashboard__status" role="status">
        {nextTab ? <p className="panel row gap-3 loading dashboard__loading">{nextTab.loading}</p> : null}
      </div>
      {/* Dimmed only while another list loads: a filter or a page of this one leaves it readable. */}
      <div
        className={
          nextTab && nextTab.to !== pathname ? "dashboard__list dashboard__list--loading" : "dashboard__list"
        }
        aria-busy={nextTab ? true : undefined}
      >
        <Outlet />
      </div>
      <p className="cluster note screen-only tap-links above-8 dashboard__state">
        <Link to={MAIL_PAGE}>{failedMail > 0 ? `Email: ${failedMail} failed` : "Email"}</Link>
        <Link to={NMVTIS_PAGE}>NMVTIS report</Link>
        <Link to={BUYERS_GUIDES_PAGE}>Buyers Guides</Link>
        <Link to={LABELS_PAGE}>Stock labels</Link>
        <Link to={FEEDS_PAGE}>Feeds</Link>
        <Link to={STAFF_ALERTS_PAGE}>
          {alerts > 0 ? `Arrival alerts: ${alerts} active` : "Arrival alerts"}
        </Link>
        <Link to={HISTORY_PAGE}>History</Link>
        <Link to={TRASH_PAGE}>Trash</Link>
      </p>
      <p className="note screen-only tap-links dashboard__state">{state}</p>
    </main>
  );
}
