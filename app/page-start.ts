/** Names of the two data blocks at a page's end; no policy has to allow them, for no browser runs them. */
export const START_BLOCK = "page-start";
export const DATA_BLOCK = "page-data";

/** What a page tells its script: where its parts lie, so that nothing is loaded before it is wanted. */
export interface PageStart {
  /** What Remix calls its context: the router's settings. */
  context: typeof window.__remixContext;
  /** Address of the list of all routes. */
  manifest: string;
  /** The module of each route that this page is made of, by the route's id, outermost first. */
  routes: Record<string, string>;
  /** What those are made of in turn, so that all comes at once. */
  imports: string[];
  /** The page does something by itself: its script does not wait for the visitor. */
  awake: boolean;
  /** In development: the address of what replaces modules while they are edited. */
  hotReload?: string;
}
