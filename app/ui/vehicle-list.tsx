import { Link } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import type { VehiclePage } from "~/models/vehicle-search";
import type { Arrival } from "./arrival";
import { countSentence } from "./count-sentence";
import { FilterChips, type FilterWords } from "./filter-chips";
import { useFocusOnNewPage } from "./focus-on-new-page";
import { type ListQuery, listAddress } from "./list-address";
import { ListFailure } from "./list-failure";
import { EmptyState } from "./notice";
import { Pagination } from "./pagination";

interface VehicleListProps<Vehicle> {
  path: string;
  title: string;
  query: ListQuery;
  arrival: Arrival<VehiclePage<Vehicle>>;
  filterWords: FilterWords;
  /** Where there are none at all; the specification's sentence. */
  emptyText: string;
  card: (vehicle: Vehicle, position: number) => ReactNode;
}

/** A list in each of its states: loading, then loaded, empty or failed (specification, section 4). */
export function VehicleList<Vehicle extends { _id: string }>(props: VehicleListProps<Vehicle>) {
  const { path, title, query, arrival, filterWords, card } = props;
  const { state, last } = arrival;
  const heading = useRef<HTMLHeadingElement>(null);
  const toHeading = () => heading.current?.focus({ preventScroll: true });
  useFocusOnNewPage(query.page, toHeading);

  return (
    <section className="results__list" id="vehicles" aria-labelledby="vehicles-title">
      <h2 id="vehicles-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        {state === "loading" ? (
          // Above a list that still stands it takes no more room than the count did.
          <p className={last ? "results__count" : "loading"}>Loading vehicles...</p>
        ) : null}
        {state === "loaded" ? <Count {...props} page={arrival.value} /> : null}
      </div>
      <FilterChips path={path} query={query} words={filterWords} onRemove={toHeading} />
      {state === "failed" ? (
        <ListFailure message={arrival.message} address={listAddress(path, query)} />
      ) : null}
      {state === "loaded" && last?.total === 0 && last.all > 0 ? <NoMatch path={path} /> : null}
      {state !== "failed" && last && last.total > 0 ? (
        <div className="results__vehicles" aria-busy={state === "loading" ? true : undefined}>
          <ul className="cards">
            {last.vehicles.map((vehicle, position) => (
              <li key={vehicle._id}>{card(vehicle, position)}</li>
            ))}
          </ul>
          <Pagination
            page={last.page}
            pages={last.pages}
            addressOf={(page) => `${listAddress(path, { ...query, page })}#vehicles`}
          />
        </div>
      ) : null}
    </section>
  );
}

function Count({ page, emptyText }: { page: VehiclePage<unknown>; emptyText: string }) {
  if (page.all > 0) return <p className="results__count">{countSentence(page, ["vehicle", "vehicles"])}</p>;
  return <EmptyState title={emptyText} />;
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState title="No vehicle matches these filters.">
      <p>
        <Link className="button button--secondary" to={path} preventScrollReset>
          Clear filters
        </Link>
      </p>
    </EmptyState>
  );
}
