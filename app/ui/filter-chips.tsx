import { Link } from "@remix-run/react";
import { Icon } from "./icon";
import { type ListQuery, listAddress, withoutFilter } from "./list-address";

/** How each filter reads when it is on: `priceFrom` → "From $5,000". */
export type FilterWords = Record<string, (value: never) => string>;

/** Those of the filters that both lists have. */
export const COMMON_FILTER_WORDS: FilterWords = {
  q: (words: string) => `“${words}”`,
  make: (make: string) => make,
  model: (model: string) => model,
  yearFrom: (year: number) => `Year from ${year}`,
  yearTo: (year: number) => `Year to ${year}`,
};

interface FilterChipsProps {
  path: string;
  query: ListQuery;
  words: FilterWords;
  /** Called as a filter is taken off: the chip that had the focus goes. */
  onRemove: () => void;
}

/** The filters that are on, each a link that takes it off. */
export function FilterChips({ path, query, words, onRemove }: FilterChipsProps) {
  const given = query as Record<string, unknown>;
  const active = Object.entries(words).filter(([name]) => given[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Filters that are on">
      {active.map(([name, say]) => (
        <li key={name}>
          <Link
            className="filter-chip"
            to={listAddress(path, withoutFilter(query, name))}
            preventScrollReset
            onClick={onRemove}
          >
            <span className="visually-hidden">Remove filter: </span>
            {say(given[name] as never)}
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link className="filter-chips__clear" to={path} preventScrollReset onClick={onRemove}>
          Clear filters
        </Link>
      </li>
    </ul>
  );
}
