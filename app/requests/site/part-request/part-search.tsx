import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { PartEntry } from "~/parts/catalog";
import { Icon } from "~/ui/layout/icon";
import { useToaster } from "~/ui/layout/toast";
import type { Catalog, Selection } from "./use-catalog";
import type { PartChoices } from "./view.server";

interface PartSearchProps {
  search: PartChoices["search"];
  catalog: Catalog | undefined;
  onPick: (selection: Selection) => void;
}

const LIST_ID = "part-search-results";

/**
 * The search for a part: on the server at first, then, once the catalog is loaded, a combobox
 * that searches while the visitor types. Enter takes the marked result, or the first.
 */
export function PartSearch({ search, catalog, onPick }: PartSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState(search.q);
  const [marked, setMarked] = useState<string>();
  useEffect(() => {
    // Typed before the page was hydrated.
    if (field.current) setQ(field.current.value);
  }, []);
  useEffect(() => {
    if (marked) document.getElementById(optionId(marked))?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  const matches = useLiveResults(q, search, catalog);
  const { results } = matches;
  const { dismiss } = useToaster();
  useEffect(() => {
    // On a phone the toast would cover them.
    if (results.length > 0) dismiss();
  }, [results, dismiss]);

  function searchFor(text: string) {
    setQ(text);
    setMarked(undefined);
  }
  function clear() {
    if (field.current) field.current.value = "";
    searchFor("");
  }
  function pick({ categoryId, subcategoryId, partId = "" }: PartEntry) {
    clear();
    onPick({ categoryId, subcategoryId, partId });
  }
  function steer(event: KeyboardEvent<HTMLInputElement>) {
    if (!catalog || event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    if (!["Enter", "ArrowDown", "ArrowUp", "Escape"].includes(key)) return;
    event.preventDefault();
    if (key === "Escape") return clear();
    const at = results.findIndex(({ id }) => id === marked);
    if (key === "Enter") {
      // The results on the screen may be out of date.
      const result = results[at] ?? catalog.respondToPartSearch(currentTarget.value).results[0];
      if (result) pick(result);
      return;
    }
    const next = key === "ArrowDown" ? at + 1 : at < 1 ? results.length - 1 : at - 1;
    setMarked(results[next % results.length]?.id);
  }

  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": LIST_ID,
    "aria-expanded": results.length > 0,
    "aria-activedescendant": marked && optionId(marked),
  } as const;
  return (
    <div className="field">
      <label className="field__label" htmlFor="part-search">
        Search for a part
      </label>
      <p className="field__hint" id="part-search-hint">
        Try headlight, AC compressor or driver mirror, or choose from the lists below.
      </p>
      <div className="row">
        <input
          type="search"
          className="input"
          id="part-search"
          name="q"
          ref={field}
          defaultValue={search.q}
          onInput={(event) => searchFor(event.currentTarget.value)}
          onKeyDown={steer}
          autoComplete="off"
          maxLength={100}
          aria-describedby="part-search-hint"
          {...(catalog ? combobox : {})}
        />
        {catalog ? null : (
          <button type="submit" className="button button--secondary" name="intent" value="choose">
            <Icon name="search" size={20} /> Search
          </button>
        )}
      </div>
      <div role="status">
        {results.length > 0 ? (
          <p className="visually-hidden">
            {results.length} {results.length === 1 ? "part" : "parts"} found
          </p>
        ) : null}
        {matches.none ? <p className="part-search__none">{matches.none}</p> : null}
      </div>
      {catalog ? (
        <div
          className="ruled search-results"
          role="listbox"
          id={LIST_ID}
          aria-label="Parts found"
          hidden={results.length === 0}
        >
          {results.map((result) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's
            <div
              key={result.id}
              id={optionId(result.id)}
              role="option"
              aria-selected={result.id === marked}
              tabIndex={-1}
              onClick={() => pick(result)}
            >
              <ResultText result={result} />
            </div>
          ))}
        </div>
      ) : results.length > 0 ? (
        <ul className="ruled search-results" aria-label="Parts found">
          {results.map((result) => (
            <li key={result.id}>
              <button
                type="submit"
                name="pick"
                value={[result.categoryId, result.subcategoryId, result.partId ?? ""].join("/")}
              >
                <ResultText result={result} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ResultText({ result: { label, categoryName } }: { result: PartEntry }) {
  return (
    <>
      {label}
      <small>{categoryName}</small>
    </>
  );
}

function optionId(resultId: string): string {
  return `part-${resultId.replace(/\W+/g, "-")}`;
}

/** The parts that match `q`, debounced; the server's results until the catalog is loaded. */
function useLiveResults(q: string, search: PartChoices["search"], catalog: Catalog | undefined) {
  const [matches, setFound] = useState<ReturnType<Catalog["respondToPartSearch"]>>(search);
  useEffect(() => {
    if (!catalog) return;
    const update = () => setFound(catalog.respondToPartSearch(q));
    // An empty field clears the list at once, as after a pick.
    const timer = setTimeout(update, q === "" ? 0 : catalog.PART_SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [q, catalog]);
  return matches;
}
