import { Link, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { exportUrl, isFiltered, type StaffListDefinition, type StaffPage, staffListUrl } from "~/lists/staff";
import { useFocusOnNewPage } from "~/ui/layout/focus-on-new-page";
import { Icon } from "~/ui/layout/icon";
import { EmptyState } from "~/ui/layout/notice";
import { PrintButton } from "~/ui/layout/print-button";
import { countText } from "~/ui/lists/count-text";
import { Pagination } from "~/ui/lists/pagination";
import { BULK_FORM, BulkForm } from "./bulk-form";
import { RecordTable, type RecordTableProps } from "./record-table";
import { StaffFilters } from "./staff-filters";
import { PrintHeader, PrintQuery } from "./staff-list-print";

interface StaffListProps<Entry> extends Omit<RecordTableProps<Entry>, "entries"> {
  page: StaffPage<Entry>;
  /** The link beside the heading that adds a record. */
  add?: ReactNode;
  /** Links beside the Print button. */
  tools?: ReactNode;
}

/**
 * A staff list: heading, search and filters, count, table, pagination; or its empty states. The dashboard shows the loading
 * state, and `StaffListFailure` in the route's ErrorBoundary the failed one.
 */
export function StaffList<Entry extends { _id: string }>({
  page,
  add,
  tools,
  ...table
}: StaffListProps<Entry>) {
  const { kind, query } = table;
  const { total, all, pages } = page;
  // A list with filters of its own, such as Deleted, may have more than it shows.
  const hasFilters = all > 0 || kind.filters !== undefined;
  const isEmpty = all === 0 && query.filters === undefined;
  return (
    <section className="stack staff-list" id="list" aria-labelledby="list-title">
      <PrintHeader />
      <StaffListHeading kind={kind} add={add} page={query.page} />
      {hasFilters ? <StaffFilters kind={kind} query={query} /> : null}
      <div className="cluster gap-1 gap-x-4 staff-list__count">
        <p className="muted results__count" role="status">
          {isEmpty ? null : countText(page, kind.nouns)}
        </p>
        {hasFilters ? <PrintQuery kind={kind} query={query} /> : null}
        {isFiltered(query) && total > 0 ? <ClearFilters kind={kind} /> : null}
        <div className="cluster staff-list__tools">
          {total > 0 ? <ExportLinks kind={kind} query={query} /> : null}
          {tools}
          {total > 0 ? (
            <PrintButton className="button button--quiet button--small">Print list</PrintButton>
          ) : null}
        </div>
      </div>
      {isEmpty ? <EmptyState title={kind.emptyText} /> : null}
      {!isEmpty && total === 0 ? <NoMatch kind={kind} /> : null}
      {total > 0 ? <BulkForm kind={kind} query={query} total={total} /> : null}
      {total > 0 ? <RecordTable {...table} entries={page.entries} bulkForm={BULK_FORM} /> : null}
      <Pagination
        page={page.page}
        pages={pages}
        urlFor={(number) => `${staffListUrl(kind, { ...query, open: [], page: number })}#list`}
      />
      {total > 0 ? (
        <a className="staff-list__top icon-line" href="#main">
          <Icon name="chevron-up" size={20} /> Back to top
        </a>
      ) : null}
    </section>
  );
}

interface StaffListHeadingProps {
  kind: Pick<StaffListDefinition, "title">;
  add?: ReactNode;
  page?: number;
}

/** The list's heading with the link to add a record. */
export function StaffListHeading({ kind, add, page = 1 }: StaffListHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnNewPage(page, () => heading.current?.focus({ preventScroll: true }));
  const { key } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has its own key
  useEffect(() => {
    // If the focused element is gone, such as a deleted row, the focus moves to the heading.
    if (navigationType !== "POP" && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [key, navigationType]);
  return (
    <div className="cluster between staff-list__head">
      <h2 id="list-title" ref={heading} tabIndex={-1}>
        {kind.title}
      </h2>
      {add}
    </div>
  );
}

/** The list as a file: what its filters show. */
function ExportLinks({ kind, query }: Pick<RecordTableProps<never>, "kind" | "query">) {
  return (
    <p>
      Export{" "}
      <a href={exportUrl(kind, query, "csv")}>
        CSV<span className="visually-hidden"> of this list</span>
      </a>
      {" · "}
      <a href={exportUrl(kind, query, "json")}>
        JSON<span className="visually-hidden"> of this list</span>
      </a>
    </p>
  );
}

function NoMatch({ kind }: { kind: StaffListDefinition }) {
  return (
    <EmptyState title={`No ${kind.nouns[1]} match these filters.`}>
      <p>
        <ClearFilters kind={kind} />
      </p>
    </EmptyState>
  );
}

function ClearFilters({ kind }: { kind: StaffListDefinition }) {
  return (
    <Link className="button button--secondary button--small" to={kind.path} preventScrollReset>
      Clear filters
    </Link>
  );
}
