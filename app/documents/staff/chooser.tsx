import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { StaffListDefinition } from "~/lists/staff";
import { EmptyState } from "~/ui/layout/notice";
import { FilterField, FilterSelect } from "~/ui/lists/filter-fields";
import { formatCount } from "~/values/format";

/** What the chooser lists. */
export interface ChooserPage {
  q?: string | undefined;
  status?: string | undefined;
  /** How many vehicles match. */
  total: number;
  /** The first of them. */
  vehicles: { id: string; name: string; stockNumber: string; status: string }[];
  canPrintAll: boolean;
  /** The most vehicles that are printed at once. */
  max: number;
}

interface ChooserProps {
  list: StaffListDefinition;
  page: ChooserPage;
  /** The page of the chooser, and the one that prints. */
  path: string;
  printPath: string;
  /** What both forms keep, by name: `kind`. */
  fixed?: Record<string, string>;
  /** The options of the print form. */
  children: ReactNode;
}

/** Chooses the vehicles to print something for: a search, check boxes, and all that match. Two plain GET forms. */
export function VehicleChooser({ list, page, path, printPath, fixed = {}, children }: ChooserProps) {
  const { q, status, total, vehicles, canPrintAll, max } = page;
  const hidden = Object.entries(fixed).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return (
    <>
      <Form method="get" action={path} className="grid end documents__search" aria-label="Search">
        {hidden}
        {/* With a key, because the fields follow the URL. */}
        <FilterField
          key={`q ${q}`}
          name="q"
          label={list.searchLabel}
          value={q}
          type="search"
          maxLength={200}
        />
        <FilterSelect
          key={`status ${status}`}
          name="status"
          label="Status"
          value={status}
          any="Any status"
          choices={Object.entries(list.statuses)}
        />
        <button type="submit" className="button button--secondary">
          Search
        </button>
      </Form>
      {total === 0 ? (
        <EmptyState title={`No ${list.nouns[1]} match this search.`}>
          <p>
            <Link
              className="button button--secondary"
              to={`${path}?${new URLSearchParams({ ...fixed, status: "" })}`}
            >
              Show all
            </Link>
          </p>
        </EmptyState>
      ) : (
        <Form method="get" action={printPath} className="grid gap-5">
          {hidden}
          <input type="hidden" name="q" value={q ?? ""} />
          <input type="hidden" name="status" value={status ?? ""} />
          <div className="grid halves end">{children}</div>
          <fieldset className="documents__vehicles">
            <legend className="subhead">{describeCount(page, list)}</legend>
            <ul className="lines-ruled">
              {vehicles.map(({ id, name, stockNumber, status }) => (
                <li key={id}>
                  <label className="checkbox">
                    <input type="checkbox" name="id" value={id} />
                    <span>
                      <b>{stockNumber}</b> {name} <span className="muted">{status}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <div className="cluster sticky-bar">
            <button type="submit" className="button">
              Preview Chosen
            </button>
            {canPrintAll ? (
              <button type="submit" className="button button--secondary" name="all" value="1">
                Preview All {formatCount(total)}
              </button>
            ) : (
              <p className="field__hint">
                At most {formatCount(max)} at once: search for fewer to print them all.
              </p>
            )}
          </div>
        </Form>
      )}
    </>
  );
}

function describeCount({ total, vehicles }: ChooserPage, { nouns }: StaffListDefinition): string {
  const noun = total === 1 ? nouns[0] : nouns[1];
  return vehicles.length < total
    ? `The newest ${vehicles.length} of ${formatCount(total)} ${noun}`
    : `${formatCount(total)} ${noun}`;
}
