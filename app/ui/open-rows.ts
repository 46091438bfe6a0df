import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { type StaffListKind, type StaffQuery, staffListAddress, toggled } from "~/models/staff-list";

/** The rows that stand open: those that the address names, until script opens or closes one. */
export function useOpenRows(kind: StaffListKind, query: StaffQuery) {
  const { key } = useLocation();
  const [rows, setRows] = useState({ key, open: query.open });
  // Each navigation brings an address that says it anew.
  if (rows.key !== key) setRows({ key, open: query.open });
  const open = rows.key === key ? rows.open : query.open;

  function toggle(id: string) {
    const next = toggled(open, id);
    setRows({ key, open: next });
    // The router need not know: it would ask the server for what is here already. A reload, and Back, find the rows.
    window.history.replaceState(window.history.state, "", staffListAddress(kind, { ...query, open: next }));
  }
  return { open, toggle };
}
