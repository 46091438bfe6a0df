import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatMoment } from "~/models/format";
import { isFiltered, type StaffListKind, type StaffQuery } from "~/models/staff-list";
import { useBusiness } from "./business";
import { useScripted } from "./scripted";
import type { PageSession } from "./session-token";

/** Above a list on paper: whose it is, and when it was printed; without script, when the page was asked for. */
export function PaperHead() {
  const { name, timeZone } = useBusiness();
  const moment = useMoment();
  const word = useScripted() ? "Printed" : "As of";
  return (
    <p className="staff-list__paper">
      <strong>{name}</strong>
      {moment === undefined ? null : (
        <span>
          {word} {formatMoment(new Date(moment).toISOString(), timeZone)}
        </span>
      )}
    </p>
  );
}

/** What a list was narrowed down to, in words; on paper its order too. */
export function AskedFor({ kind, query }: { kind: StaffListKind; query: StaffQuery }) {
  const { q, status, sort } = query;
  return (
    <p className={isFiltered(query) ? "staff-list__asked" : "staff-list__asked staff-list__asked--all"}>
      {q ? (
        <span>
          Search: <strong>{q}</strong>
        </span>
      ) : null}
      {status ? (
        <span>
          Status: <strong>{kind.statuses[status]}</strong>
        </span>
      ) : null}
      <span className="staff-list__order">
        Order: <strong>{kind.sorts[sort]}</strong>
      </span>
    </p>
  );
}

/** When the page came from the server; while it is printed, that moment. */
function useMoment(): number | undefined {
  const layout = useRouteLoaderData<{ session: PageSession }>("routes/admin/layout");
  const [printed, setPrinted] = useState<number>();
  useEffect(() => {
    // At once: the browser takes what stands there when this returns.
    const tell = () => flushSync(() => setPrinted(Date.now()));
    window.addEventListener("beforeprint", tell);
    return () => window.removeEventListener("beforeprint", tell);
  }, []);
  return printed ?? layout?.session.serverNow;
}
