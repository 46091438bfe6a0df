import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { findStaffPage } from "~/collections/lists.server";
import { readStaffQuery } from "~/lists/staff";
import { TEARDOWN_PAGE, teardownPath, WAITS_FOR_TEARDOWN } from "~/parts/teardown";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { Pagination } from "~/ui/lists/pagination";
import { formatDay } from "~/values/format";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { staffVehicleName } from "~/vehicles/inventory";

export const meta: MetaFunction = ({ matches }) => pageTitle("Teardown", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const query = readStaffQuery(new URL(request.url).searchParams, DISMANTLED_RECORDS.list);
  const { entries, page, pages } = await findStaffPage(DISMANTLED_RECORDS, {
    ...{ sort: query.sort, page: query.page, open: [] },
    status: WAITS_FOR_TEARDOWN,
  });
  const cars = entries.map((car) => ({
    id: car._id,
    name: staffVehicleName(car),
    since: formatDay(car.dateAcquired),
  }));
  return { cars, page, pages };
});

export const action = noStaffAction;

/** The cars that wait to be torn down. */
export default function TeardownCars() {
  const { cars, page, pages } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <header>
        <h1>Teardown</h1>
        <p className="lead">
          Cars waiting for teardown. Walk around one and check off what goes on the shelf.
        </p>
      </header>
      {cars.length === 0 ? <EmptyState title="No car is waiting to be dismantled." /> : null}
      <ul className="rows">
        {cars.map(({ id, name, since }) => (
          <li key={id} className="cluster between gap-1 gap-x-4">
            <Link className="tap" to={teardownPath(id)}>
              {name}
            </Link>
            <span className="note">here since {since}</span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={pages}
        urlFor={(number) => (number > 1 ? `${TEARDOWN_PAGE}?page=${number}` : TEARDOWN_PAGE)}
      />
    </main>
  );
}
