import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type StaffListDefinition, type StaffQuery, staffListUrl, toggleOpenRow } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { ChooseAll } from "./choose-all";
import { useOpenRows } from "./open-rows";

/** One column of a table: its heading, and its cell for a record. */
export interface Column<Entry> {
  label: string;
  /** @param listUrl as for `actions` of the table */
  cell: (entry: Entry, listUrl: string) => ReactNode;
  /**
   * `name` is the row's heading (one column per table), `figure` is right-aligned. On a card, `status` is next to the name and `wide` spans
   * two columns.
   */
  is?: "name" | "figure" | "status" | "wide";
  /** On a phone's card these cells form one large line without labels: `2012 Honda Accord`, and the price. */
  title?: boolean;
}

export interface RecordTableProps<Entry> {
  kind: StaffListDefinition;
  query: StaffQuery;
  entries: readonly Entry[];
  /** The columns between the toggle and the actions. */
  columns: readonly Column<Entry>[];
  /** Names a record in its row's controls: `2012 Honda Accord, stock D000001`. */
  nameOf: (entry: Entry) => string;
  /**
   * The fields that have no column, for an open row.
   * @param listUrl as for `actions`
   */
  details: (entry: Entry, listUrl: string) => ReactNode;
  /**
   * The last column.
   * @param listUrl the current list, with its open rows, for `withListUrl` (lists/staff.ts)
   */
  actions: (entry: Entry, listUrl: string) => ReactNode;
  /** The id of the form that the rows' checkboxes belong to. */
  bulkForm?: string;
}

/**
 * The table of a staff list, whose rows open independently. Without script a row's toggle is a
 * link that adds its id to the URL or removes it; with script, a button that makes no request. Below 1024 pixels each row is
 * a card. `StaffList` (staff-list.tsx) adds heading, filters, empty states and pagination:
 *
 *   <RecordTable
 *     kind={REPAIR_REQUESTS}
 *     query={query}
 *     entries={page.entries}
 *     columns={[{ label: "Customer", is: "name", cell: (request) => request.customerInfo.name }, …]}
 *     nameOf={(request) => `request of ${request.customerInfo.name}`}
 *     details={(request) => <RequestDetails request={request} />}
 *     actions={(request) => <Link to={…}>Print</Link>}
 *   />
 */
export function RecordTable<Entry extends { _id: string }>(props: RecordTableProps<Entry>) {
  const { kind, query, entries, columns } = props;
  const { open, toggle } = useOpenRows(kind, query);
  return (
    // Safari drops a table's semantics if CSS displays it as cards, unless the roles are explicit.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className="small record-table" role="table" aria-label={kind.title}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className="record-table__toggle">
            <span className="visually-hidden">Details</span>
            <span className="row gap-0">
              {props.bulkForm ? <ChooseAll form={props.bulkForm} isInTable /> : null}
            </span>
          </th>
          {columns.map(({ label, is }) => (
            <th key={label} role="columnheader" scope="col" className={is && `record-table__${is}`}>
              {label}
            </th>
          ))}
          <th role="columnheader" scope="col" className="record-table__actions">
            Actions
          </th>
        </tr>
      </thead>
      {entries.map((entry) => (
        <RecordRows key={entry._id} {...props} entry={entry} open={open} toggle={toggle} />
      ))}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

interface RecordRowsProps<Entry> extends RecordTableProps<Entry> {
  entry: Entry;
  open: readonly string[];
  toggle: (id: string) => void;
}

function RecordRows<Entry extends { _id: string }>(props: RecordRowsProps<Entry>) {
  const { kind, query, columns, entry, nameOf, open, details, actions } = props;
  const isOpen = open.includes(entry._id);
  const listUrl = staffListUrl(kind, { ...query, open });
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as above
    <tbody role="rowgroup" className="record-table__record" id={rowId(entry)}>
      <tr role="row">
        <td role="cell" className="record-table__toggle">
          <span className="row gap-0">
            {props.bulkForm ? <Choose form={props.bulkForm} id={entry._id} name={nameOf(entry)} /> : null}
            <Toggle {...props} isOpen={isOpen} />
          </span>
        </td>
        {columns.map(({ label, cell, is, title }) =>
          is === "name" ? (
            <th key={label} role="rowheader" scope="row" className="record-table__name" data-label={label}>
              {cell(entry, listUrl)}
            </th>
          ) : (
            <td key={label} role="cell" className={cellClass({ is, title })} data-label={label}>
              {cell(entry, listUrl)}
            </td>
          ),
        )}
        <td role="cell" className="record-table__actions">
          {actions(entry, listUrl)}
        </td>
      </tr>
      <tr role="row" className="record-table__details" id={detailsId(entry)} hidden={!isOpen}>
        {/* A row without a cell would be none. */}
        <td role="cell" colSpan={columns.length + 2}>
          {isOpen ? details(entry, listUrl) : null}
        </td>
      </tr>
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}

function Toggle<Entry extends { _id: string }>({
  kind,
  query,
  entry,
  nameOf,
  open,
  toggle,
  isOpen,
}: RecordRowsProps<Entry> & { isOpen: boolean }) {
  const icon = <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={20} />;
  if (!useHydrated())
    return (
      <Link
        className="record-table__button"
        to={`${staffListUrl(kind, { ...query, open: toggleOpenRow(open, entry._id) })}#${rowId(entry)}`}
      >
        <span className="visually-hidden">
          {isOpen ? "Hide" : "Show"} details of {nameOf(entry)}
        </span>
        {icon}
      </Link>
    );
  return (
    <button
      type="button"
      className="record-table__button"
      aria-expanded={isOpen}
      aria-controls={detailsId(entry)}
      aria-label={`Details of ${nameOf(entry)}`}
      onClick={() => toggle(entry._id)}
    >
      {icon}
    </button>
  );
}

/** Chooses a row for the form of bulk actions. After each navigation nothing is chosen. */
function Choose({ form, id, name }: { form: string; id: string; name: string }) {
  const { key } = useLocation();
  return (
    <label className="checkbox record-table__choose" key={key}>
      <span className="visually-hidden">Choose {name}</span>
      <input type="checkbox" name="id" value={id} form={form} />
    </label>
  );
}

function cellClass({ is, title }: Pick<Column<never>, "is" | "title">): string | undefined {
  const names = [is && `record-table__${is}`, title && "record-table__title"].filter(Boolean);
  return names.length > 0 ? names.join(" ") : undefined;
}

function rowId({ _id }: { _id: string }): string {
  return `row-${_id}`;
}

function detailsId({ _id }: { _id: string }): string {
  return `details-${_id}`;
}
