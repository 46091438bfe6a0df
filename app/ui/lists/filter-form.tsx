import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";

interface FilterFormProps {
  /** The list's path. */
  path: string;
  className?: string;
  /** The active filters, by field name. */
  query: object;
  /** The list's URL for the form's values. */
  urlFor: (values: URLSearchParams) => string;
  children: ReactNode;
}

/**
 * Search and filters of a list: a plain GET form. With script a selected option applies at once, without a page load or
 * scrolling, and the URL has no empty parameters.
 */
export function FilterForm({ path, className, query, urlFor, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  const shownKey = useRef<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the URL, each time it changes
  useEffect(() => {
    if (!form.current) return;
    if (shownKey.current !== undefined) setFieldValues(form.current, query);
    // A choice made before hydration applies now. Typed text stays until the visitor sends it.
    else if (hasNewChoice(form.current, query)) apply();
    shownKey.current = key;
  }, [key]);

  function apply(): boolean {
    // An invalid amount would be ignored, so the browser says so first, also when an option is selected.
    if (!form.current?.reportValidity()) return false;
    const values = new URLSearchParams(new FormData(form.current) as unknown as Record<string, string>);
    navigate(urlFor(values), { preventScrollReset: true });
    return true;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (apply()) closeDetails(form.current);
  }
  function applySelect({ target }: { target: EventTarget }) {
    if (target instanceof HTMLSelectElement) apply();
  }
  return (
    <form
      className={className}
      method="get"
      action={path}
      ref={form}
      onSubmit={submit}
      onChange={applySelect}
      onInvalidCapture={openDetails}
      // So that a browser restores nothing here: the fields follow the URL.
      autoComplete="off"
      aria-label="Filters"
    >
      {children}
    </form>
  );
}

/** A browser reports an invalid field only if it is visible. */
function openDetails({ target }: { target: EventTarget }) {
  const details = target instanceof Element ? target.closest("details") : null;
  if (details) details.open = true;
}

/** Collapses what would cover the list; the focus stays where it was opened. */
function closeDetails(form: HTMLFormElement | null) {
  const details = form?.querySelector("details");
  if (!details?.open) return;
  if (details.contains(document.activeElement)) details.querySelector("summary")?.focus();
  details.open = false;
}

function hasNewChoice(form: HTMLFormElement, query: object): boolean {
  const filters = query as Record<string, unknown>;
  return [...form.querySelectorAll("select")].some((select) => select.value !== (filters[select.name] ?? ""));
}

/** Shows the URL's filters in the form, except in the field that the visitor is typing in. */
function setFieldValues(form: HTMLFormElement, query: object) {
  const filters = query as Record<string, unknown>;
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const isBeingTypedIn = element instanceof HTMLInputElement && element === document.activeElement;
    const value = filters[element.name];
    if (!isBeingTypedIn) element.value = value === undefined ? "" : String(value);
  }
}
