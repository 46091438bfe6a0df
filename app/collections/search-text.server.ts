import { sql } from "kysely";
import { anyOf, type Condition, columnContains } from "~/db/conditions.server";
import { searchWords } from "./search-text";

/** True for rows whose search text has every word of a search; for no row when there are none. */
export function searchTextHas(q: string): Condition[] {
  const words = searchWords(q);
  return words.length > 0
    ? words.map((forms) => anyOf(forms.map((form) => columnContains("searchText", form))))
    : [sql<boolean>`1 = 0`];
}
