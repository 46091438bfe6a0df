import { useEffect, useState } from "react";
import type * as PartCatalogue from "~/parts/catalogue";
import type * as PartSearch from "~/parts/search";

/** What is chosen in step 2; empty text is nothing chosen. */
export interface Selection {
  categoryId: string;
  subcategoryId: string;
  partId: string;
}

export type Catalogue = typeof PartCatalogue & typeof PartSearch;

/** The catalogue and its search, loaded after the page; undefined until then, and without script. */
export function useCatalogue(): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    let mounted = true;
    Promise.all([import("~/parts/catalogue"), import("~/parts/search")]).then(
      ([parts, search]) => mounted && setCatalogue({ ...parts, ...search }),
      // The step works without it: its buttons ask the server.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, []);
  return catalogue;
}
