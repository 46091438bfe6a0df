import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";

interface FilterFormProps {
  /** The list's path. */
  path: string;
  className?: string;
  /** The filters that are on, by the names of their fields. */
  query: object;
  /** The address that asks for what the form holds. */
  addressOf: (typed: URLSearchParams) => string;
  /** A choice was made; what depends on it can be mended before it is taken. */
  onChoice?: (select: HTMLSelectElement) => void;
  children: ReactNode;
}

/**
 * Search and filters of a list: a plain GET form. With script a choice is taken at once, the address stays short, and
 * the page neither reloads nor jumps.
 */
export function FilterForm({ path, className, query, addressOf, onChoice, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the address, each time it changes
  useEffect(() => {
    if (form.current) showIn(form.current, query);
  }, [key]);

  function apply() {
    if (!form.current) return;
    const typed = new URLSearchParams(new FormData(form.current) as unknown as Record<string, string>);
    navigate(addressOf(typed), { preventScrollReset: true });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }
  function choose({ target }: { target: EventTarget }) {
    if (!(target instanceof HTMLSelectElement)) return;
    onChoice?.(target);
    apply();
  }
  return (
    <form
      className={className}
      method="get"
      action={path}
      ref={form}
      onSubmit={submit}
      onChange={choose}
      onInvalidCapture={unfold}
      aria-label="Filters"
    >
      {children}
    </form>
  );
}

/** What a browser will not take must be in sight, or it says nothing at all. */
function unfold({ target }: { target: EventTarget }) {
  const fold = target instanceof Element ? target.closest("details") : null;
  if (fold) fold.open = true;
}

/** Fields are the visitor's own between two addresses; the one being typed in is left alone. */
function showIn(form: HTMLFormElement, query: object) {
  const filters = query as Record<string, unknown>;
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const isTypedIn = element instanceof HTMLInputElement && element === document.activeElement;
    const value = filters[element.name];
    if (!isTypedIn) element.value = value === undefined ? "" : String(value);
  }
}
