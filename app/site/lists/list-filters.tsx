import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/ui/layout/icon";
import { FilterField, FilterSelect, YearField } from "~/ui/lists/filter-fields";
import { getIgnoredText } from "~/values/query-params";
import type { MakeChoice } from "~/vehicles/list-query";
import type { ListQuery } from "./list-url";
import { MakeAndModel } from "./make-and-model";

interface ListFiltersProps {
  path: string;
  query: ListQuery;
  makes: readonly MakeChoice[];
  sorts: Record<string, string>;
  /** Makes the form's button secondary, for pages with another main action. */
  quiet?: boolean;
  /** The list's own fields, between the common ones and the sort order. */
  children?: ReactNode;
}

/** Search and filters of a public list: a plain GET form, in `<list-in-place>`. */
export function ListFilters({ path, query, makes, sorts, quiet, children }: ListFiltersProps) {
  const [params] = useSearchParams();
  const hasIgnored = Object.entries(query).some(([name, value]) => getIgnoredText(params, name, value));
  return (
    // So that a browser restores nothing here: the fields follow the URL.
    <form
      className="panel screen-only filters"
      method="get"
      action={path}
      autoComplete="off"
      aria-label="Filters"
    >
      <div className="row end filters__search">
        <FilterField
          name="q"
          label="Search vehicles"
          value={query.q}
          type="search"
          maxLength={200}
          placeholder="Year, make, model"
        />
        <button className="button button--secondary filters__submit" type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </div>
      <details className="filters__more" open={hasIgnored}>
        <summary className="row chevron">
          <Icon name="filter" /> Filter and sort
        </summary>
        <div className="filters__fields">
          <MakeAndModel query={query} makes={makes} />
          <div className="grid pair gap-3">
            <YearField name="yearFrom" label="Min year" value={query.yearFrom} />
            <YearField name="yearTo" label="Max year" value={query.yearTo} />
          </div>
          {children}
          <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(sorts)} />
          <div className="all-columns">
            <button
              className={`button ${quiet ? "button--secondary " : ""}button--small button--wide`}
              type="submit"
            >
              Show Vehicles
            </button>
          </div>
        </div>
      </details>
    </form>
  );
}
