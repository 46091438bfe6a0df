import { Link, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { isFiltered, type StaffListKind, type StaffPage, staffListAddress } from "~/models/staff-list";
import { countSentence } from "./count-sentence";
import { useFocusOnNewPage } from "./focus-on-new-page";
import { Icon } from "./icon";
import { EmptyState } from "./notice";
import { Pagination } from "./pagination";
import { PrintButton } from "./print-button";
import { RecordTable, type RecordTableProps } from "./record-table";
import { StaffFilters } from "./staff-filters";
import { AskedFor, PaperHead } from "./staff-list-paper";

interface StaffListProps<Entry> extends Omit<RecordTableProps<Entry>, "entries"> {
  page: StaffPage<Entry>;
  /** Beside the heading: the way to add a record, where there is one. */
  add?: ReactNode;
}

/**
 * One of staff's lists in each of its states: heading, search and filters, count, table, pages; none at all, or none
 * that matches. While the next one is under way the dashboard says so; where it failed, `StaffListFailure` stands in
 * its place (ui/staff-list-failure.tsx, for the route's ErrorBoundary).
 */
export function StaffList<Entry extends { _id: string }>({ page, add, ...table }: StaffListProps<Entry>) {
  const { kind, query } = table;
  const { total, all, pages } = page;
  return (
    <section className="staff-list" id="list" aria-labelledby="list-title">
      <PaperHead />
      <StaffListHead kind={kind} add={add} page={query.page} />
      {all > 0 ? <StaffFilters kind={kind} query={query} /> : null}
      <div className="cluster staff-list__count">
        <p className="results__count" role="status">
          {all > 0 ? countSentence(page, kind.nouns) : null}
        </p>
        {all > 0 ? <AskedFor kind={kind} query={query} /> : null}
        {isFiltered(query) && total > 0 ? <ClearFilters kind={kind} /> : null}
        {total > 0 ? (
          <PrintButton className="button button--quiet button--small staff-list__print">
            Print list
          </PrintButton>
        ) : null}
      </div>
      {all === 0 ? <EmptyState title={kind.emptyText} /> : null}
      {all > 0 && total === 0 ? <NoMatch kind={kind} /> : null}
      {total > 0 ? <RecordTable {...table} entries={page.entries} /> : null}
      <Pagination
        page={page.page}
        pages={pages}
        addressOf={(number) => `${staffListAddress(kind, { ...query, open: [], page: number })}#list`}
      />
      {total > 0 ? (
        <a className="staff-list__top icon-line" href="#main">
          <Icon name="chevron-up" size={20} /> Back to the tabs
        </a>
      ) : null}
    </section>
  );
}

interface StaffListHeadProps {
  kind: Pick<StaffListKind, "title">;
  add?: ReactNode;
  page?: number;
}

/** The list's heading and what stands beside it. */
export function StaffListHead({ kind, add, page = 1 }: StaffListHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnNewPage(page, () => heading.current?.focus({ preventScroll: true }));
  const { key } = useLocation();
  const way = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own, the same list's too
  useEffect(() => {
    // Where what was used last is gone, a deleted row for instance, the keyboard goes on at the list's head.
    if (way !== "POP" && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [key, way]);
  return (
    <div className="staff-list__head">
      <h2 id="list-title" ref={heading} tabIndex={-1}>
        {kind.title}
      </h2>
      {add}
    </div>
  );
}

function NoMatch({ kind }: { kind: StaffListKind }) {
  return (
    <EmptyState title={`No ${kind.nouns[0]} matches these filters.`}>
      <p>
        <ClearFilters kind={kind} />
      </p>
    </EmptyState>
  );
}

function ClearFilters({ kind }: { kind: StaffListKind }) {
  return (
    <Link className="button button--secondary button--small" to={kind.path} preventScrollReset>
      Clear filters
    </Link>
  );
}
