import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "~/ui/icon";

/** Leads back to the list as the visitor left it, filters and page kept, where a card of it led here. */
export function BackToInventory() {
  const { state } = useLocation();
  const [search, setSearch] = useState("");
  // Only the browser knows where a visitor came from; the server's page has the plain address.
  useEffect(() => setSearch(searchIn(state)), [state]);
  return (
    <nav className="breadcrumb" aria-label="Back">
      <Link to={search ? `/inventory?${search}` : "/inventory"}>
        <Icon name="arrow-left" size={20} /> Back to Inventory
      </Link>
    </nav>
  );
}

function searchIn(state: unknown): string {
  const { listSearch } = (state ?? {}) as { listSearch?: unknown };
  return typeof listSearch === "string" ? listSearch : "";
}
