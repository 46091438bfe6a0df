import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { FACT_LABELS, listMonths, monthName, NMVTIS_CSV, NMVTIS_PAGE, readMonth } from "~/documents/nmvtis";
import { findNmvtisMonth } from "~/documents/nmvtis.server";
import { OpenLink } from "~/staff/open-link";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { FilterSelect } from "~/ui/lists/filter-fields";
import { dayInTimeZone, formatCount } from "~/values/format";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { staffVehicleName } from "~/vehicles/inventory";

/** How many vehicles with something missing are listed at once. */
const MAX_LISTED = 200;

export const meta: MetaFunction = ({ matches }) => pageTitle("NMVTIS Report", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const today = dayInTimeZone(business.timeZone, now);
  const month = readMonth(new URL(request.url).searchParams.get("month"), today);
  const { vehicles, obtained, disposed, incomplete } = await findNmvtisMonth(month);
  return {
    month,
    months: [...new Set([month, ...listMonths(today)])].sort().reverse(),
    hasEntity: business.nmvtis !== undefined,
    rows: vehicles.length,
    obtained,
    disposed,
    incomplete: incomplete.length,
    listed: incomplete.slice(0, MAX_LISTED).map(({ vehicle, missing }) => ({
      id: vehicle._id,
      name: staffVehicleName(vehicle),
      missing: missing.map((fact) => FACT_LABELS[fact]).join(", "),
    })),
  };
});

export const action = noStaffAction;

/** The monthly report to NMVTIS: what is missing, then the file. */
export default function NmvtisReport() {
  const { month, months, hasEntity, rows, obtained, disposed, incomplete, listed } =
    useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <header>
        <h1>NMVTIS Report</h1>
        <p className="lead">
          {monthName(month)}: {formatCount(obtained)} obtained, {formatCount(disposed)} disposed of
        </p>
      </header>
      <Form method="get" action={NMVTIS_PAGE} className="grid end documents__search" aria-label="Month">
        <FilterSelect
          key={month}
          name="month"
          label="Month"
          value={month}
          choices={months.map((one) => [one, monthName(one)] as const)}
        />
        <button type="submit" className="button button--secondary">
          Show
        </button>
      </Form>
      {hasEntity ? null : (
        <Notice tone="error" title="Your reporting ID is missing">
          <p>
            Add it in <OpenLink to="/admin/settings/documents">Settings, Documents and Labels</OpenLink>.
            Until then its column is empty.
          </p>
        </Notice>
      )}
      {incomplete > 0 ? (
        <Notice
          tone="error"
          title={
            incomplete === 1
              ? "1 vehicle is missing something"
              : `${formatCount(incomplete)} vehicles are missing something`
          }
        >
          <ul className="lines-ruled documents__problems">
            {listed.map(({ id, name, missing }) => (
              <li key={id}>
                <OpenLink to={`${DISMANTLED_VEHICLES.path}/${id}/edit#part-nmvtis-report`}>{name}</OpenLink>:{" "}
                {missing}
              </li>
            ))}
          </ul>
          {incomplete > listed.length ? <p>And {formatCount(incomplete - listed.length)} more.</p> : null}
          <p>
            Until a scrapped vehicle has a disposition date, it's only in the file of the month it came in.
          </p>
        </Notice>
      ) : null}
      {incomplete === 0 && rows > 0 ? (
        <Notice tone="success" title="Nothing is missing">
          <p>Every vehicle of this month has everything that the report asks for.</p>
        </Notice>
      ) : null}
      <p>
        <a className="button" href={`${NMVTIS_CSV}?month=${month}`} download>
          Download CSV, {rows === 1 ? "1 vehicle" : `${formatCount(rows)} vehicles`}
        </a>
      </p>
      <p className="muted">
        The file has what federal law asks for each month (28 CFR 25.56). The service that you report through
        may want other headings. Names in it are for law enforcement only: keep it private.
      </p>
    </main>
  );
}
