import { Link, useLocation, useNavigationType } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import {
  bulkUrl,
  exportUrl,
  isFiltered,
  type StaffListDefinition,
  type StaffPage,
  staffListUrl,
} from "~/lists/staff";
import { SEARCH_PAGE } from "~/search/search";
import { MoreMenu } from "~/staff/more-menu";
import { isOnDashboard } from "~/staff/tabs";
import { useMayOpen } from "~/staff/use-may-open";
import { useFocusOnNewPage } from "~/ui/layout/focus-on-new-page";
import { Icon } from "~/ui/layout/icon";
import { InPageLink } from "~/ui/layout/in-page-link";
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
  /** The link next to the heading that adds a record. */
  add?: ReactNode;
  /** Links in the menu More. */
  tools?: ReactNode;
  /** The usernames that several records can be assigned to. */
  staff?: readonly string[];
}

/**
 * A staff list: heading and count, one line of search, filters and More, the table, what changes several, pagination; or its empty states.
 * The dashboard shows the loading state, and `StaffListFailure` in the route's ErrorBoundary the failed one.
 */
export function StaffList<Entry extends { _id: string }>({
  page,
  add,
  tools,
  staff,
  ...table
}: StaffListProps<Entry>) {
  const { kind, query } = table;
  const { total, all, pages } = page;
  // A list with its own filters, such as Deleted, may have more than it shows.
  const hasFilters = all > 0 || kind.filters !== undefined;
  const isEmpty = all === 0 && query.filters === undefined;
  const [one, several] = kind.nouns;
  const countsToo = query.status === undefined && kind.countsToo ? `, ${kind.countsToo}` : "";
  const mayOpen = useMayOpen();
  const mayExport = mayOpen(exportUrl(kind, query, "csv"));
  const mayChange = !kind.hasNoBulk && mayOpen(bulkUrl(kind, query), "POST");
  return (
    <section className="stack gap-3 staff-list" id="list" aria-labelledby="list-title">
      <PrintHeader />
      <StaffListHeading
        kind={kind}
        add={add}
        page={query.page}
        count={isEmpty ? undefined : countText(page, [one + countsToo, several + countsToo])}
      />
      <div className="row start screen-only relative staff-list__bar">
        {hasFilters ? <StaffFilters kind={kind} query={query} /> : null}
        {total > 0 || tools ? (
          <MoreMenu label="More">
            {tools}
            {total > 0 && mayExport ? <ExportLinks kind={kind} query={query} /> : null}
            {total > 0 ? <PrintButton className="more-menu__item">Print list</PrintButton> : null}
          </MoreMenu>
        ) : null}
      </div>
      {hasFilters ? (
        <div className="cluster gap-1 gap-x-4 staff-list__query">
          <PrintQuery kind={kind} query={query} />
          {isFiltered(query) && total > 0 ? <ClearFilters kind={kind} /> : null}
        </div>
      ) : null}
      {isEmpty ? <EmptyState title={kind.emptyText} /> : null}
      {!isEmpty && total === 0 ? <NoMatch kind={kind} q={query.q} /> : null}
      {/* The rows' own headings are below one of the second level, which on the dashboard is the list's title. */}
      {isOnDashboard(kind.path) ? null : <h2 className="visually-hidden">Results</h2>}
      {total > 0 ? (
        <RecordTable {...table} entries={page.entries} bulkForm={mayChange ? BULK_FORM : undefined} />
      ) : null}
      {total > 0 && mayChange ? (
        <BulkForm
          kind={kind}
          query={query}
          total={total}
          staff={staff}
          mayExport={mayExport}
          mayDelete={mayOpen(bulkUrl(kind, query), "DELETE")}
        />
      ) : null}
      <Pagination
        page={page.page}
        pages={pages}
        urlFor={(number) => `${staffListUrl(kind, { ...query, open: [], page: number })}#list`}
      />
      {total > 0 ? (
        <InPageLink className="screen-only center staff-list__top icon-line until-768" to="main">
          <Icon name="chevron-up" size={20} /> Back to top
        </InPageLink>
      ) : null}
    </section>
  );
}

interface StaffListHeadingProps {
  kind: Pick<StaffListDefinition, "title" | "path">;
  add?: ReactNode;
  page?: number;
  /** How many records the list shows; undefined if it is empty or failed. */
  count?: string | undefined;
}

/** The list's heading with the link to add a record. */
export function StaffListHeading({ kind, add, page = 1, count }: StaffListHeadingProps) {
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
  const Heading = isOnDashboard(kind.path) ? "h2" : "h1";
  return (
    <div className="cluster between staff-list__head">
      <div className="grow staff-list__title">
        <Heading id="list-title" ref={heading} tabIndex={-1}>
          {kind.title}
        </Heading>
        <p className="note results__count" role="status">
          {count}
        </p>
      </div>
      {add}
    </div>
  );
}

/** The list as a file: what its filters show. */
function ExportLinks({ kind, query }: Pick<RecordTableProps<never>, "kind" | "query">) {
  return (["csv", "json"] as const).map((format) => (
    <a key={format} className="more-menu__item" href={exportUrl(kind, query, format)}>
      <Icon name="document" size={20} /> Export {format.toUpperCase()}
      <span className="visually-hidden"> of this list</span>
    </a>
  ));
}

function NoMatch({ kind, q }: { kind: StaffListDefinition; q: string | undefined }) {
  return (
    <EmptyState title={`No ${kind.nouns[1]} match these filters.`}>
      {q === undefined ? null : (
        <p>
          <Link to={`${SEARCH_PAGE}?${new URLSearchParams({ q })}`}>Search everything for “{q}”</Link>
        </p>
      )}
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
