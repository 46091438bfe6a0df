import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { MakeChoice } from "~/models/vehicle-search";
import { FilterField, FilterSelect, YearField } from "./filter-fields";
import { FilterForm } from "./filter-form";
import { Icon } from "./icon";
import { type ListQuery, listAddress } from "./list-address";
import { MakeAndModel } from "./make-and-model";
import { useScripted } from "./scripted";

interface ListFiltersProps {
  path: string;
  query: ListQuery;
  /** The query that an address's parameters ask for; what the form holds is read by the same rule. */
  read: (params: URLSearchParams) => ListQuery;
  makes: readonly MakeChoice[];
  sorts: Record<string, string>;
  /** Where the page has a more important action of its own, the form's button steps back. */
  quiet?: boolean;
  /** The list's own fields, between the common ones and the order. */
  children?: ReactNode;
}

/** Search and filters of a public list. */
export function ListFilters({ path, query, read, makes, sorts, quiet, children }: ListFiltersProps) {
  const { key } = useLocation();
  const [make, setMake] = useState(query.make);
  const scripted = useScripted();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice follows the address, each time it changes
  useEffect(() => setMake(query.make), [key]);

  function choose(select: HTMLSelectElement) {
    if (select.name !== "make") return;
    setMake(select.value || undefined);
    // Another make's model would match nothing.
    const model = select.form?.elements.namedItem("model");
    if (model instanceof HTMLSelectElement) model.value = "";
  }

  return (
    <FilterForm
      className="filters"
      path={path}
      query={query}
      addressOf={(typed) => listAddress(path, read(typed))}
      onChoice={choose}
    >
      <div className="filters__search">
        <FilterField name="q" label="Search by words" value={query.q} type="search" maxLength={200} />
        <button className="button button--secondary filters__go" type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </div>
      <details className="filters__more">
        <summary>
          <Icon name="filter" /> Filters and order
        </summary>
        <div className="filters__fields">
          <MakeAndModel query={query} makes={makes} onlyOf={scripted ? make : undefined} />
          <div className="filters__pair">
            <YearField name="yearFrom" label="Year from" value={query.yearFrom} />
            <YearField name="yearTo" label="Year to" value={query.yearTo} />
          </div>
          {children}
          <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(sorts)} />
          <button
            className={`button ${quiet ? "button--secondary " : ""}button--small button--wide`}
            type="submit"
          >
            Show vehicles
          </button>
        </div>
      </details>
    </FilterForm>
  );
}
