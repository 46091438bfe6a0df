import type { ReactNode } from "react";
import { findUrl } from "~/parts/finder";
import { CallLink } from "~/site/layout/contact-lines";
import { FilterChips, type FilterLabels } from "~/site/lists/filter-chips";
import { type ListQuery, listUrl } from "~/site/lists/list-url";
import { EmptyState } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { countText } from "~/ui/lists/count-text";
import { Pagination } from "~/ui/lists/pagination";
import { truncate } from "~/values/format";
import type { VehiclePage } from "~/vehicles/list-query";

interface VehicleListProps<Vehicle> {
  path: string;
  title: string;
  query: ListQuery;
  page: VehiclePage<Vehicle>;
  filterLabels: FilterLabels;
  /** What an empty inventory says. */
  emptyText: string;
  card: (vehicle: Vehicle, position: number) => ReactNode;
  /** Below the list if nothing matches. */
  noMatch?: ReactNode;
}

/** A vehicle list, which `<list-in-place>` replaces from its status on. */
export function VehicleList<Vehicle extends { _id: string }>(props: VehicleListProps<Vehicle>) {
  const { path, title, query, page, emptyText, filterLabels, card, noMatch } = props;
  return (
    <section className="cluster gap-1 gap-x-4 results__list" id="vehicles" aria-labelledby="vehicles-title">
      <h2 id="vehicles-title" tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        <Count page={page} emptyText={emptyText} />
      </div>
      <FilterChips path={path} query={query} labels={filterLabels} />
      {page.part ? <NamedPart part={page.part} q={query.q} /> : null}
      {page.total === 0 && page.all > 0 ? <NoMatch path={path} q={query.q} part={page.part} /> : null}
      {page.total === 0 ? noMatch : null}
      {page.total > 0 ? (
        <div className="results__vehicles">
          <ul className="cards">
            {page.vehicles.map((vehicle, position) => (
              <li key={vehicle._id}>{card(vehicle, position)}</li>
            ))}
          </ul>
          <Pagination
            page={page.page}
            pages={page.pages}
            urlFor={(number) => `${listUrl(path, { ...query, page: number })}#vehicles`}
          />
        </div>
      ) : null}
    </section>
  );
}

function Count({ page, emptyText }: { page: VehiclePage<unknown>; emptyText: string }) {
  if (page.all > 0) return <p className="muted results__count">{countText(page, ["vehicle", "vehicles"])}</p>;
  return <EmptyState title={emptyText} />;
}

/** The part that the search names: this list has cars, so it leads to the shelf and to a request. */
function NamedPart({ part, q }: { part: NonNullable<VehiclePage<unknown>["part"]>; q: string | undefined }) {
  return (
    <div className="cluster between request-part">
      <p>
        <strong>{part.name}</strong>: this list has whole cars. See what's on the shelf, or ask us to check
        the yard.
      </p>
      <p className="cluster gap-3">
        <a className="button" href={findUrl({ q })}>
          Search the Shelf
        </a>
        <a className="button button--secondary" href={requestUrl(part.q)}>
          Request This Part
        </a>
      </p>
    </div>
  );
}

/**
 * Nothing found is a beginning: where parts are wanted, the request form with what was typed; the phone; the other list. The chips
 * above clear the filters.
 */
function NoMatch({
  path,
  q,
  part,
}: {
  path: string;
  q: string | undefined;
  part: VehiclePage<unknown>["part"];
}) {
  const other = OTHER_LIST[path];
  const business = useBusiness();
  return (
    <EmptyState title="No vehicles match these filters.">
      {part ? null : <p>We may still have it, or know where to find it. Just ask.</p>}
      <p className="cluster empty-state__actions">
        {path === "/inventory" ? (
          <CallLink business={business} />
        ) : (
          <>
            {/* A part that the search names has its own button above. */}
            {part ? null : (
              <a className="button" href={requestUrl(q)}>
                {q ? `Request “${truncate(q, 40)}”` : "Request a Part"}
              </a>
            )}{" "}
            <CallLink business={business} className="button button--secondary" />
          </>
        )}{" "}
        {q && other ? (
          <a className="button button--quiet" href={listUrl(other.path, { q })}>
            {other.text}
          </a>
        ) : null}
      </p>
    </EmptyState>
  );
}

/** Where else a search may find something. */
const OTHER_LIST: Record<string, { path: string; text: string }> = {
  "/inventory": { path: "/parts", text: "Search Vehicles for Parts" },
  "/parts": { path: "/inventory", text: "Search Vehicles for Sale" },
};

function requestUrl(q: string | undefined): string {
  return q ? `/partsrequest?${new URLSearchParams({ q })}` : "/partsrequest";
}
