/** What a route's `handle` may say of its page. */
export interface PageHandle {
  /** The page is the same for every visitor as long as the inventory is: the server remembers it. */
  sameForEveryone?: boolean;
  /** The page does something by itself, so that its script does not wait for the visitor; given what its loader said. */
  awake?: (data: never) => boolean;
}

/**
 * The `handle` of a page that app/page-memory.server.ts may remember. Not for one with an id of its own in it, or with
 * anything that somebody typed.
 */
export const SAME_FOR_EVERYONE: PageHandle = { sameForEveryone: true };
