import { useEffect, useState } from "react";
import type * as PartCatalog from "~/parts/catalog";
import type * as PartSearch from "~/parts/catalog-search";

/** What is chosen in step 2; empty text is nothing chosen. */
export interface Selection {
  categoryId: string;
  subcategoryId: string;
  partId: string;
}

export type Catalog = typeof PartCatalog & typeof PartSearch;

/** The catalog and its search, loaded after the page; undefined until then, and without script. */
export function useCatalog(): Catalog | undefined {
  const [catalog, setCatalog] = useState<Catalog>();
  useEffect(() => {
    let mounted = true;
    Promise.all([import("~/parts/catalog"), import("~/parts/catalog-search")]).then(
      ([parts, search]) => {
        // Builds the search's index now; the first search would delay a keystroke.
        search.listPartWords();
        if (mounted) setCatalog({ ...parts, ...search });
      },
      // The step works without it: its buttons ask the server.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, []);
  return catalog;
}
