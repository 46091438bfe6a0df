/** A route's `handle`: how its page may be cached and whether it ships React. */
export interface PageHandle {
  /** True if the page is the same for every visitor until the inventory changes, so it may be cached. */
  cacheable?: boolean;
  /** The query parameters that a cacheable page reads; all others are ignored. */
  searchParams?: readonly string[];
  /**
   * True if the page ships no React: it has no state and no effect, and its forms are plain ones, which the custom elements of
   * app/ui/elements may send without a reload (docs/decisions/hydration.md).
   */
  static?: boolean;
  /** True for a work screen, which has a line instead of the public footer. */
  staff?: boolean;
}

/**
 * The `handle` of a page that may be cached. Not for a page that contains a generated id or a visitor's input.
 */
export const CACHEABLE: PageHandle = { cacheable: true };

/** The `handle` of a page that is the same for every visitor and works without React. */
export const STATIC: PageHandle = { cacheable: true, static: true };
