import { readStaffQuery, type StaffListKind, type StaffQuery, staffListAddress } from "~/models/staff-list";
import { FilterField, FilterSelect } from "./filter-fields";
import { FilterForm } from "./filter-form";
import { Icon } from "./icon";

interface StaffFiltersProps {
  kind: StaffListKind;
  query: StaffQuery;
}

/** Search, status and order of a staff's list; folded away on a phone. */
export function StaffFilters({ kind, query }: StaffFiltersProps) {
  return (
    <details className="filters staff-filters">
      <summary>
        <Icon name="filter" /> Search and filter
      </summary>
      <FilterForm
        path={kind.path}
        query={query}
        addressOf={(typed) => staffListAddress(kind, readStaffQuery(typed, kind))}
      >
        <FilterField name="q" label={kind.searchLabel} value={query.q} type="search" maxLength={200} />
        <FilterSelect
          name="status"
          label="Status"
          value={query.status}
          any="Any status"
          choices={Object.entries(kind.statuses)}
        />
        <FilterSelect name="sort" label="Sort by" value={query.sort} choices={Object.entries(kind.sorts)} />
        <button className="button button--secondary" type="submit">
          Search
        </button>
      </FilterForm>
    </details>
  );
}
