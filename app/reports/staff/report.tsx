import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen } from "~/accounts/roles";
import {
  commonDays,
  type Days,
  formatCell,
  REPORTS_PAGE,
  type Report,
  type ReportCell,
} from "~/reports/report";
import { runReport } from "~/reports/report.server";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { FilterField, FilterSelect } from "~/ui/lists/filter-fields";
import { BarChart } from "./bar-chart";
import { readReportRequest } from "./read-report.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? "Report", matches, "For staff.");

export const loader = staffLoader(async ({ request, params, session: { role }, now }) => {
  const { report, query, problem, file } = readReportRequest(request, params.report, now);
  const found = await runReport(report.name, query);
  return {
    ...report,
    ...{ query, problem, file },
    common: commonDays(query.today),
    report: {
      ...found,
      // A row's page is a link for those who may open it.
      rows: found.rows.map((row) => (row.to && mayOpen(role, row.to) ? row : { cells: row.cells })),
    } satisfies Report,
  };
});

export const action = noStaffAction;

/** One report: its figures, a chart where it has one, and the table. */
export default function ReportPage() {
  const { name, title, about, by, hasDays, query, problem, file, common, report } =
    useLoaderData<typeof loader>();
  const page = `${REPORTS_PAGE}/${name}`;
  return (
    <main id="main" className="page staff-page stack gap-5 report" tabIndex={-1}>
      <BackTo to={REPORTS_PAGE} title="Reports" />
      <header className="cluster between">
        <div>
          <h1>{title}</h1>
          <p className="lead">
            {hasDays ? describeDays(query.days) : `As of ${formatCell(query.today, "day")}`}
          </p>
          <p className="muted">{about}</p>
        </div>
        <div className="cluster gap-2 screen-only">
          <a className="button button--secondary button--small" href={file} download>
            Download CSV
          </a>
          <PrintButton className="button button--secondary button--small">Print</PrintButton>
        </div>
      </header>
      {hasDays || by ? (
        <Form
          method="get"
          action={page}
          className="cluster end screen-only report__form"
          aria-label="What to show"
        >
          {hasDays ? (
            <>
              <FilterField
                key={`from-${query.days.from}`}
                name="from"
                label="From"
                type="date"
                value={query.days.from}
                error={problem}
              />
              <FilterField
                key={`to-${query.days.to}`}
                name="to"
                label="To"
                type="date"
                value={query.days.to}
              />
            </>
          ) : null}
          {by ? (
            <FilterSelect key={query.by} name="by" label="By" value={query.by} choices={Object.entries(by)} />
          ) : null}
          <button type="submit" className="button button--secondary">
            Show
          </button>
        </Form>
      ) : null}
      {hasDays ? (
        <nav className="cluster gap-2 screen-only" aria-label="Days">
          {common.map(({ label, days }) => (
            <Link
              key={label}
              className="button button--secondary button--small"
              to={`${page}?${new URLSearchParams({ ...days, ...(query.by ? { by: query.by } : {}) })}`}
            >
              {label}
            </Link>
          ))}
        </nav>
      ) : null}
      <dl className="cluster gap-2 gap-x-8 terms report__figures">
        {report.figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.chart?.bars.some(({ value }) => value !== 0) ? <BarChart {...report.chart} /> : null}
      {report.rows.length > 0 ? (
        <ReportTable title={title} report={report} />
      ) : (
        <p>{hasDays ? "Nothing on these days." : "Nothing yet."}</p>
      )}
      {report.notes?.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
    </main>
  );
}

function describeDays({ from, to }: Days): string {
  return from === to ? formatCell(from, "day") : `${formatCell(from, "day")} to ${formatCell(to, "day")}`;
}

function ReportTable({ title, report: { columns, rows, total } }: { title: string; report: Report }) {
  const cellOf = (cell: ReportCell, index: number) => formatCell(cell, columns[index]?.kind ?? "text");
  const classOf = (index: number) => {
    const kind = columns[index]?.kind;
    return isFigure(kind) ? "figure" : kind === "day" ? "nowrap" : undefined;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll-x" tabIndex={0} aria-label={title}>
      <table className="table report__table">
        <thead>
          <tr>
            {columns.map(({ label }, index) => (
              <th key={label} scope="col" className={classOf(index)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, to }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may begin with the same cells
            <tr key={row}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={columns[index]?.label} scope="row" className={classOf(index)}>
                    {to ? <Link to={to}>{cellOf(cell, index)}</Link> : cellOf(cell, index)}
                  </th>
                ) : (
                  <td key={columns[index]?.label} className={classOf(index)}>
                    {cellOf(cell, index)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr>
              {total.map((cell, index) =>
                index === 0 ? (
                  // What it is called is no day, whatever the column has.
                  <th key={columns[index]?.label} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]?.label} className={classOf(index)}>
                    {cell === null ? null : cellOf(cell, index)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

function isFigure(kind: string | undefined): boolean {
  return kind !== "text" && kind !== "day";
}
