import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen } from "~/accounts/roles";
import { BOOKKEEPING_PAGE } from "~/reports/bookkeeping";
import { DAY_CLOSE_PAGE } from "~/reports/day-close";
import { REPORT_NAMES, REPORTS, REPORTS_PAGE } from "~/reports/report";
import { pageTitle } from "~/ui/layout/page-title";

const PAGES = [
  {
    to: DAY_CLOSE_PAGE,
    title: "Close the Day",
    about: "What should be in the cash drawer, what is in it, and why they differ.",
  },
  ...REPORT_NAMES.map((name) => ({
    to: `${REPORTS_PAGE}/${name}`,
    title: REPORTS[name].title,
    about: REPORTS[name].about,
  })),
  {
    to: BOOKKEEPING_PAGE,
    title: "For QuickBooks and Xero",
    about: "Daily totals as a journal, and invoices, as files these programs can import.",
  },
];

export const meta: MetaFunction = ({ matches }) => pageTitle("Reports", matches, "For staff.");

export const loader = staffLoader(({ session: { role } }) => ({
  pages: PAGES.filter(({ to }) => mayOpen(role, to)),
}));

export const action = noStaffAction;

/** Every report, with what it is about. */
export default function Reports() {
  const { pages } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <h1>Reports</h1>
      <ul className="grid gap-3 tiles">
        {pages.map(({ to, title, about }) => (
          <li key={to} className="panel">
            <Link className="tap covers" to={to}>
              {title}
            </Link>
            <p className="muted">{about}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
