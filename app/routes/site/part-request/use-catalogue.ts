import { useEffect, useState } from "react";
import type * as PartCatalogue from "~/models/part-catalogue";
import type * as PartSearch from "~/models/part-search";

export type Catalogue = typeof PartCatalogue & typeof PartSearch;

/** The catalogue and its search, once they have come: not with the first script, and not at all without it. */
export function useCatalogue(): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    let wanted = true;
    Promise.all([import("~/models/part-catalogue"), import("~/models/part-search")]).then(
      ([parts, search]) => wanted && setCatalogue({ ...parts, ...search }),
      // The step works without: its buttons ask the server.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, []);
  return catalogue;
}
