import { type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { listBulkChanges, toBulkView } from "~/export/bulk.server";
import { HISTORY_PAGE, HISTORY_YEARS } from "~/history/change";
import { findHistoryPage, listAccountNames } from "~/history/list.server";
import { type HistoryQuery, historyUrl, readHistoryQuery } from "~/history/query";
import { toChangeViews } from "~/history/view.server";
import { ChangeList } from "~/staff/history/change-list";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { countText } from "~/ui/lists/count-text";
import { Pagination } from "~/ui/lists/pagination";
import { dayInTimeZone } from "~/values/format";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { BulkChanges } from "./bulk-changes";
import { HistoryFilters } from "./filters";

export const meta: MetaFunction = ({ matches }) => pageTitle("History", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const today = dayInTimeZone(business.timeZone, now);
  const query = readHistoryQuery(url.searchParams, today);
  const [{ entries, ...page }, accounts, bulkChanges] = await Promise.all([
    findHistoryPage(query, business.timeZone),
    listAccountNames(),
    listBulkChanges(),
  ]);
  return {
    ...{ ...page, query, today, accounts: [...accounts], changes: await toChangeViews(entries) },
    bulkChanges: bulkChanges.map(toBulkView),
  };
});

export const action = noStaffAction;

/** Every change of a record, with filters. */
export default function History() {
  const { query, today, accounts, changes, bulkChanges, ...page } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page staff-page stack gap-3 history" tabIndex={-1}>
      <header>
        <h1>History</h1>
        <p className="lead">Every change in the last {HISTORY_YEARS} years, newest first</p>
      </header>
      {bulkChanges.length > 0 ? <BulkChanges bulkChanges={bulkChanges} /> : null}
      <HistoryFilters query={query} today={today} accounts={accounts} />
      <div className="cluster">
        <p className="muted results__count" role="status">
          {page.all > 0 ? countText(page, ["change", "changes"]) : null}
        </p>
        {isFiltered(query) && page.total > 0 ? <ClearFilters /> : null}
      </div>
      <Changes changes={changes} isFiltered={isFiltered(query)} />
      <Pagination
        page={page.page}
        pages={page.pages}
        urlFor={(number) => historyUrl({ ...query, page: number })}
      />
    </main>
  );
}

function Changes({
  changes,
  isFiltered,
}: {
  changes: Parameters<typeof ChangeList>[0]["changes"];
  isFiltered: boolean;
}) {
  if (changes.length > 0) return <ChangeList changes={changes} namesRecord />;
  if (!isFiltered) return <EmptyState title="Nothing has changed yet." />;
  return (
    <EmptyState title="No changes match these filters.">
      <p>
        <ClearFilters />
      </p>
    </EmptyState>
  );
}

function ClearFilters() {
  return (
    <Link className="button button--secondary button--small" to={HISTORY_PAGE}>
      Clear filters
    </Link>
  );
}

function isFiltered({ page: _page, ...filters }: Partial<HistoryQuery>): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
