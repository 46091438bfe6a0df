import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { isFiltered, type StaffListDefinition, type StaffQuery } from "~/lists/staff";
import { useBusiness } from "~/ui/layout/use-business";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { formatDateTime } from "~/values/format";
import { lookupTable } from "~/values/lookup-table";

/** Above a printed list: the business and the time of printing; without script, the time the page was loaded. */
export function PrintHeader() {
  const { name, timeZone } = useBusiness();
  const time = usePrintTime();
  const label = useHydrated() ? "Printed" : "As of";
  return (
    <p className="staff-list__print-header">
      <strong>{name}</strong>
      {time === undefined ? null : (
        <span>
          {label} {formatDateTime(new Date(time).toISOString(), timeZone)}
        </span>
      )}
    </p>
  );
}

/** A list's search and filters as text; in print its order too. */
export function PrintQuery({ kind, query }: { kind: StaffListDefinition; query: StaffQuery }) {
  const { q, status, sort, filters = {} } = query;
  return (
    <p
      className={
        isFiltered(query)
          ? "cluster gap-0 gap-x-4 breaks note"
          : "cluster gap-0 gap-x-4 breaks note staff-list__query--unfiltered"
      }
    >
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
      {Object.entries(filters).map(([name, value]) => (
        <span key={name}>
          {kind.filters?.[name]?.label}:{" "}
          <strong>{lookupTable(kind.filters?.[name]?.choices)[value] ?? value}</strong>
        </span>
      ))}
      <span className="staff-list__order">
        Sorted by: <strong>{kind.sorts[sort]}</strong>
      </span>
    </p>
  );
}

/** The time of printing while the page prints, otherwise the time it was loaded; in milliseconds since 1970. */
function usePrintTime(): number | undefined {
  const layout = useRouteLoaderData<{ loadedAt: number }>("staff/layout");
  const [printedAt, setPrintedAt] = useState<number>();
  useEffect(() => {
    // Synchronously, because the browser takes the page as it is when the listener returns.
    const update = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener("beforeprint", update);
    return () => window.removeEventListener("beforeprint", update);
  }, []);
  return printedAt ?? layout?.loadedAt;
}
