/** The page of a search of everything. */
export const SEARCH_PAGE = "/admin/search";
/** Asks the page for its list, even if one record is named. */
export const SUGGEST_PARAMETER = "suggest";

/** A record that a search has found. */
export interface SearchHit {
  _id: string;
  /** Its staff page. */
  path: string;
  /** Its name: `2012 Honda Accord, stock # D000001`, or a customer's name. */
  title: string;
  /** What tells it from others: `Parts Available · 142,000 miles`. */
  note: string;
}

/** What a search has found of one kind. */
export interface SearchGroup {
  /** What the history calls the kind: `partRequest`. */
  kind: string;
  title: string;
  /** The best first. */
  hits: SearchHit[];
  /** The kind's own list with the same search, if there is more and it finds any of it. */
  more?: string;
}

/** What a search of everything has found. */
export interface SearchResults {
  /** The groups with what was looked up by its number or name first. */
  groups: SearchGroup[];
  /** The staff page of the one record that was named. */
  only?: string;
}
