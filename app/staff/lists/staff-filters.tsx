import { readStaffQuery, type StaffListDefinition, type StaffQuery, staffListUrl } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import { FilterField, FilterSelect, YearField } from "~/ui/lists/filter-fields";
import { FilterForm } from "~/ui/lists/filter-form";

interface StaffFiltersProps {
  kind: StaffListDefinition;
  query: StaffQuery;
}

/** Search, status, the list's own filters and sort order of a staff list; collapsed on a phone. */
export function StaffFilters({ kind, query }: StaffFiltersProps) {
  return (
    <details
      className={
        kind.filters
          ? "panel filters opens-at-768 staff-filters staff-filters--many"
          : "panel filters opens-at-768 staff-filters"
      }
    >
      <summary className="row chevron">
        <Icon name="filter" /> Search and filter
      </summary>
      <FilterForm
        path={kind.path}
        query={{ ...query, ...query.filters }}
        urlFor={(values) => staffListUrl(kind, readStaffQuery(values, kind))}
      >
        <FilterField name="q" label={kind.searchLabel} value={query.q} type="search" maxLength={200} />
        <FilterSelect
          name="status"
          label="Status"
          value={query.status}
          any="Any status"
          choices={Object.entries(kind.statuses)}
        />
        {Object.entries(kind.filters ?? {}).map(([name, { label, any, choices, input }]) => {
          const common = { name, label, value: query.filters?.[name] };
          if (input === "year") return <YearField key={name} {...common} />;
          if (input === "text")
            return <FilterField key={name} {...common} placeholder={any} maxLength={100} />;
          return <FilterSelect key={name} {...common} any={any} choices={Object.entries(choices)} />;
        })}
        <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(kind.sorts)} />
        <button className="button button--secondary" type="submit">
          Search
        </button>
      </FilterForm>
    </details>
  );
}
