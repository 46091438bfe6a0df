import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { BackLink } from "~/ui/back-link";

/** Leads back to the list as the visitor left it, filters and page kept, where a card of it led here. */
export function BackToInventory() {
  const { state } = useLocation();
  const [search, setSearch] = useState("");
  // Only the browser knows where a visitor came from; the server's page has the plain address.
  useEffect(() => setSearch(searchIn(state)), [state]);
  return <BackLink to={search ? `/inventory?${search}` : "/inventory"}>Back to Inventory</BackLink>;
}

function searchIn(state: unknown): string {
  const { listSearch } = (state ?? {}) as { listSearch?: unknown };
  return typeof listSearch === "string" ? listSearch : "";
}
