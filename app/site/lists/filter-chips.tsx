import { Icon } from "~/ui/layout/icon";
import { type ListQuery, listUrl, withoutFilter } from "./list-url";

/** The label of each active filter: `priceFrom` → "$5,000 and up". */
export type FilterLabels = Record<string, (value: never) => string>;

/** The labels of the filters that both lists have. */
export const COMMON_FILTER_LABELS: FilterLabels = {
  q: (search: string) => `“${search}”`,
  make: (make: string) => make,
  model: (model: string) => model,
  yearFrom: (year: number) => `${year} and newer`,
  yearTo: (year: number) => `${year} and older`,
};

interface FilterChipsProps {
  path: string;
  query: ListQuery;
  labels: FilterLabels;
}

/** The active filters, each a link that removes it. */
export function FilterChips({ path, query, labels }: FilterChipsProps) {
  const values = query as Record<string, unknown>;
  const active = Object.entries(labels).filter(([name]) => values[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="cluster gap-2 filter-chips" aria-label="Active filters">
      {active.map(([name, label]) => (
        <li key={name}>
          <a className="tap gap-2 breaks bold filter-chip" href={listUrl(path, withoutFilter(query, name))}>
            <span className="visually-hidden">Remove filter: </span>
            {label(values[name] as never)}
            <Icon name="close" size={16} />
          </a>
        </li>
      ))}
      <li>
        <a className="tap gap-2 filter-chips__clear" href={path}>
          Clear filters
        </a>
      </li>
    </ul>
  );
}
