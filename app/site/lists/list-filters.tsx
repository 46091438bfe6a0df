import { useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { FilterField, FilterSelect, YearField } from "~/ui/lists/filter-fields";
import { FilterForm } from "~/ui/lists/filter-form";
import { getIgnoredText } from "~/values/query-params";
import type { MakeChoice } from "~/vehicles/list-query";
import { type ListQuery, listUrl } from "./list-url";
import { MakeAndModel } from "./make-and-model";

interface ListFiltersProps {
  path: string;
  query: ListQuery;
  /** Reads a query from URL parameters or from the form's values. */
  read: (params: URLSearchParams) => ListQuery;
  makes: readonly MakeChoice[];
  sorts: Record<string, string>;
  /** Makes the form's button secondary, for pages with another main action. */
  quiet?: boolean;
  /** The list's own fields, between the common ones and the sort order. */
  children?: ReactNode;
}

/** Search and filters of a public list. */
export function ListFilters({ path, query, read, makes, sorts, quiet, children }: ListFiltersProps) {
  const { key } = useLocation();
  const [make, setMake] = useState(query.make);
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const hasIgnored = Object.entries(query).some(([name, value]) => getIgnoredText(params, name, value));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the make follows the URL on each navigation
  useEffect(() => setMake(query.make), [key]);

  function selectMake(select: HTMLSelectElement) {
    if (select.name !== "make") return;
    setMake(select.value || undefined);
    // The model of another make would match nothing.
    const model = select.form?.elements.namedItem("model");
    if (model instanceof HTMLSelectElement) model.value = "";
  }

  return (
    <FilterForm
      className="panel filters"
      path={path}
      query={query}
      urlFor={(values) => listUrl(path, read(values))}
      onSelect={selectMake}
    >
      <div className="row filters__search">
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
          <MakeAndModel query={query} makes={makes} onlyOf={hydrated ? make : undefined} />
          <div className="grid pair gap-3">
            <YearField name="yearFrom" label="Min year" value={query.yearFrom} />
            <YearField name="yearTo" label="Max year" value={query.yearTo} />
          </div>
          {children}
          <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(sorts)} />
          <div className="filters__show">
            <button
              className={`button ${quiet ? "button--secondary " : ""}button--small button--wide`}
              type="submit"
            >
              Show vehicles
            </button>
          </div>
        </div>
      </details>
    </FilterForm>
  );
}
