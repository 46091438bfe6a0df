import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { PartSearchResult } from "~/models/part-search";
import { Icon } from "~/ui/icon";
import type { Selection } from "./part-step";
import type { Catalogue } from "./use-catalogue";
import type { PartChoices } from "./view.server";

interface PartSearchProps {
  search: PartChoices["search"];
  catalogue: Catalogue | undefined;
  onPick: (selection: Selection) => void;
}

/** The search for a part: by the server's answer first, live once the catalogue has come (specification, section 5). */
export function PartSearch({ search, catalogue, onPick }: PartSearchProps) {
  // The words are the field's own: what was typed before script came is in it already.
  const field = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState(search.q);
  const found = useLiveResults(q, search, catalogue);
  const pick = (result: PartSearchResult) => {
    const { categoryId, subcategoryId, partId = "" } = result;
    if (field.current) field.current.value = "";
    setQ("");
    onPick({ categoryId, subcategoryId, partId });
  };
  // There is nothing left to ask the server for.
  const keepEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && catalogue) event.preventDefault();
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor="part-search">
        Search for a part
      </label>
      <p className="field__hint" id="part-search-hint">
        Such as headlight, AC compressor or driver mirror. Or choose from the lists below.
      </p>
      <div className="part-search__line">
        <input
          type="search"
          className="input"
          id="part-search"
          name="q"
          ref={field}
          defaultValue={search.q}
          onInput={(event) => setQ(event.currentTarget.value)}
          onKeyDown={keepEnter}
          autoComplete="off"
          maxLength={100}
          aria-describedby="part-search-hint"
        />
        {catalogue ? null : (
          <button type="submit" className="button button--secondary" name="intent" value="search">
            <Icon name="search" size={20} /> Search
          </button>
        )}
      </div>
      <div role="status">
        {found.results.length > 0 ? (
          <p className="visually-hidden">
            {found.results.length} {found.results.length === 1 ? "part" : "parts"} found
          </p>
        ) : null}
        {found.none ? <p className="part-search__none">{found.none}</p> : null}
      </div>
      {found.results.length > 0 ? (
        <ul className="search-results" aria-label="Parts found">
          {found.results.map((result) => (
            <li key={result.id}>
              <button
                type="submit"
                name="pick"
                value={[result.categoryId, result.subcategoryId, result.partId ?? ""].join("/")}
                onClick={(event) => {
                  if (!catalogue) return;
                  event.preventDefault();
                  pick(result);
                }}
              >
                {result.label}
                <small>{result.categoryName}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** What matches `q`, a pause after the last key; what the server found until then. */
function useLiveResults(q: string, search: PartChoices["search"], catalogue: Catalogue | undefined) {
  const [found, setFound] = useState<ReturnType<Catalogue["answerPartSearch"]>>(search);
  useEffect(() => {
    if (!catalogue) return;
    const look = () => setFound(catalogue.answerPartSearch(q));
    // An empty field clears at once: after a pick the list must not linger.
    const timer = setTimeout(look, q === "" ? 0 : catalogue.PART_SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [q, catalogue]);
  return found;
}
