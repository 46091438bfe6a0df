import { readStaffQuery, type StaffListDefinition, type StaffQuery, staffListUrl } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import { FilterField, FilterSelect, YearField } from "~/ui/lists/filter-fields";
import { FilterForm } from "~/ui/lists/filter-form";

interface StaffFiltersProps {
  kind: StaffListDefinition;
  query: StaffQuery;
}

/** Search, and next to it status, the list's own filters and sort order, which are collapsed if they would push the list down. */
export function StaffFilters({ kind, query }: StaffFiltersProps) {
  const statuses = Object.entries(kind.statuses);
  return (
    <FilterForm
      path={kind.path}
      className={kind.filters ? "staff-filters staff-filters--many" : "staff-filters"}
      query={{ ...query, ...query.filters }}
      urlFor={(values) => staffListUrl(kind, readStaffQuery(values, kind))}
    >
      <div className="row gap-2 grow relative staff-filters__search">
        <FilterField
          name="q"
          label={kind.searchLabel}
          placeholder={kind.searchLabel}
          value={query.q}
          type="search"
          maxLength={200}
        />
        <button className="button button--secondary button--small" type="submit">
          <Icon name="search" size={20} /> <span className="visually-hidden--phone">Search</span>
        </button>
      </div>
      <details className="opens-at-1024 staff-filters__more">
        <summary className="button button--secondary button--small">
          <Icon name="filter" size={20} />
          <span className="visually-hidden">Filter and sort</span>
        </summary>
        <div className="grid end gap-3 staff-filters__fields">
          {statuses.length > 0 ? (
            <FilterSelect
              name="status"
              label="Status"
              value={query.status}
              any="Any status"
              choices={statuses}
            />
          ) : null}
          {Object.entries(kind.filters ?? {}).map(([name, { label, any, choices, input }]) => {
            const common = { name, label, value: query.filters?.[name] };
            if (input === "year") return <YearField key={name} {...common} />;
            if (input === "day") return <FilterField key={name} {...common} type="date" />;
            if (input === "text")
              return <FilterField key={name} {...common} placeholder={any} maxLength={100} />;
            return <FilterSelect key={name} {...common} any={any} choices={Object.entries(choices)} />;
          })}
          <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(kind.sorts)} />
          <button className="button button--secondary button--small staff-filters__apply" type="submit">
            Show
          </button>
        </div>
      </details>
    </FilterForm>
  );
}
