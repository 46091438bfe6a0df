import { Form, useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { SEARCH_PAGE, type SearchGroup, type SearchHit, SUGGEST_PARAMETER } from "~/search/search";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/use-hydrated";

const DEBOUNCE_MS = 200;
const MIN_LENGTH = 2;
/** The state of a visit to the search's page that `/` has led to. */
const BY_SLASH = "slash";

interface Suggestion extends SearchHit {
  /** What it is: `Parts Requests`. */
  kind: string;
}

/**
 * The search of everything: a plain form, and with script a combobox. `/` goes to it; the arrow keys choose a suggestion, which Enter
 * opens; Enter without one opens the page of results. Empty, it offers what its user has opened last.
 * @param q what the page has looked for
 */
export function StaffSearch({ q = "" }: { q?: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const { key, pathname, state } = useLocation();
  const { suggestions, suggest, clear } = useSuggestions();
  const [marked, setMarked] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the suggestions
  useEffect(() => {
    clear();
    setMarked(undefined);
  }, [key]);
  // A phone has no field in its frame, so there `/` leads to the page that has one.
  useSlash(field, () => {
    if (pathname !== SEARCH_PAGE) navigate(SEARCH_PAGE, { state: BY_SLASH });
  });
  useEffect(() => {
    if (state === BY_SLASH) field.current?.focus();
  }, [state]);

  function open({ path }: Suggestion) {
    // The bar stays from page to page: what was looked for is found.
    if (field.current) {
      field.current.value = "";
      field.current.blur();
    }
    navigate(path);
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const count = suggestions.length;
    if (key === "Escape" && count > 0) {
      event.preventDefault();
      clear();
      setMarked(undefined);
    } else if (key === "Enter") {
      const chosen = marked === undefined ? undefined : suggestions[marked];
      if (!chosen) return;
      event.preventDefault();
      open(chosen);
    } else if ((key === "ArrowDown" || key === "ArrowUp") && count > 0) {
      event.preventDefault();
      const from = marked ?? (key === "ArrowDown" ? -1 : count);
      setMarked((from + (key === "ArrowDown" ? 1 : count - 1)) % count);
    }
  }

  const optionId = (index: number) => `${id}-${index}`;
  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": `${id}-list`,
    "aria-expanded": suggestions.length > 0,
    "aria-activedescendant": marked === undefined ? undefined : optionId(marked),
  } as const;
  return (
    <Form
      method="get"
      action={SEARCH_PAGE}
      role="search"
      className="relative staff-search"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) clear();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search everything
      </label>
      <div className="row">
        <input
          // Another search begins with its own text.
          key={q}
          type="search"
          className="input"
          id={id}
          name="q"
          ref={field}
          defaultValue={q}
          placeholder="Stock #, VIN, name, phone, part"
          autoComplete="off"
          maxLength={200}
          onFocus={({ currentTarget }) => {
            if (currentTarget.value === "") suggest("");
          }}
          onInput={({ currentTarget }) => {
            setMarked(undefined);
            suggest(currentTarget.value);
          }}
          onKeyDown={steer}
          {...(isHydrated ? combobox : {})}
        />
        <button type="submit" className="button button--secondary">
          <Icon name="search" size={20} /> <span className="visually-hidden">Search</span>
        </button>
      </div>
      <div
        className="ruled search-results staff-search__list"
        role="listbox"
        id={`${id}-list`}
        aria-label="Suggestions"
        hidden={suggestions.length === 0}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's
          <div
            key={suggestion._id}
            id={optionId(index)}
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            onClick={() => open(suggestion)}
          >
            {suggestion.title}
            <small>{[suggestion.kind, suggestion.note].filter(Boolean).join(": ")}</small>
          </div>
        ))}
      </div>
    </Form>
  );
}

/** What is offered for a text that is typed; the last answer until the next one, but no answer in an emptied field. */
function useSuggestions() {
  const fetcher = useFetcher<{ q: string; groups: SearchGroup[]; recent: SearchHit[] }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [asked, setAsked] = useState<string>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const suggest = (typed: string) => {
    clearTimeout(timer.current);
    const q = typed.trim();
    if (q.length > 0 && q.length < MIN_LENGTH) return setAsked(undefined);
    timer.current = setTimeout(
      () => {
        fetcher.load(`${SEARCH_PAGE}?${new URLSearchParams({ q, [SUGGEST_PARAMETER]: "" })}`);
        setAsked(q);
      },
      q === "" ? 0 : DEBOUNCE_MS,
    );
  };
  const clear = () => {
    clearTimeout(timer.current);
    setAsked(undefined);
  };
  const isAnswered = asked !== undefined && (asked !== "" || fetcher.data?.q === "");
  return { suggestions: isAnswered ? toSuggestions(fetcher.data) : [], suggest, clear };
}

function toSuggestions(found: { groups: SearchGroup[]; recent: SearchHit[] } | undefined): Suggestion[] {
  const { groups = [], recent = [] } = found ?? {};
  return [
    ...recent.map((hit) => ({ ...hit, kind: "" })),
    ...groups.flatMap(({ title, hits }) => hits.map((hit) => ({ ...hit, kind: title }))),
  ];
}

/** `/` goes to the field, or does `otherwise` if that isn't shown, unless it is typed somewhere. */
function useSlash(field: { readonly current: HTMLInputElement | null }, otherwise: () => void): void {
  const whenHidden = useRef(otherwise);
  whenHidden.current = otherwise;
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
      if (isTyping) return;
      event.preventDefault();
      if (!field.current?.checkVisibility()) return whenHidden.current();
      field.current.focus();
      field.current.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [field]);
}
