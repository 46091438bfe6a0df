import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { MakeChoice } from "~/models/vehicle-search";
import { FilterField, FilterSelect, YearField } from "./filter-fields";
import { Icon } from "./icon";
import { type ListQuery, listAddress } from "./list-address";
import { MakeAndModel } from "./make-and-model";

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

/**
 * Search and filters of a list: a plain GET form. With script a choice is taken at once, the address stays
 * short, and the page neither reloads nor jumps.
 */
export function ListFilters({ path, query, read, makes, sorts, quiet, children }: ListFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  const [make, setMake] = useState(query.make);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the address, each time it changes
  useEffect(() => {
    setMake(query.make);
    if (form.current) showIn(form.current, query);
  }, [key]);

  function apply() {
    if (!form.current) return;
    const typed = read(new URLSearchParams(new FormData(form.current) as unknown as Record<string, string>));
    navigate(listAddress(path, typed), { preventScrollReset: true });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }
  function choose({ target }: { target: EventTarget }) {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.name === "make") {
      setMake(target.value || undefined);
      // Another make's model would match nothing.
      const model = form.current?.elements.namedItem("model");
      if (model instanceof HTMLSelectElement) model.value = "";
    }
    apply();
  }

  return (
    <details className="filters">
      <summary>
        <Icon name="filter" /> Search and filter
      </summary>
      <form method="get" action={path} ref={form} onSubmit={submit} onChange={choose} aria-label="Filters">
        <FilterField name="q" label="Search by words" value={query.q} type="search" maxLength={200} />
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
      </form>
    </details>
  );
}

/** Fields are the visitor's own between two addresses; the one being typed in is left alone. */
function showIn(form: HTMLFormElement, query: ListQuery) {
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const isTypedIn = element instanceof HTMLInputElement && element === document.activeElement;
    const value = (query as Record<string, unknown>)[element.name];
    if (!isTypedIn) element.value = value === undefined ? "" : String(value);
  }
}
