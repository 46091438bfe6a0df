import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { type StaffListDefinition, type StaffQuery, staffListUrl, toggleOpenRow } from "~/lists/staff";

/** The open rows: those in the URL, until script opens or closes one. */
export function useOpenRows(kind: StaffListDefinition, query: StaffQuery) {
  const { key } = useLocation();
  const [rows, setRows] = useState({ key, open: query.open });
  // After a navigation the URL decides again.
  if (rows.key !== key) setRows({ key, open: query.open });
  const open = rows.key === key ? rows.open : query.open;

  function toggle(id: string) {
    const next = toggleOpenRow(open, id);
    setRows({ key, open: next });
    // Without the router, which would reload the data; a reload or Back still finds the open rows in the URL.
    window.history.replaceState(window.history.state, "", staffListUrl(kind, { ...query, open: next }));
  }
  return { open, toggle };
}
