import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import {
  BOOKKEEPING_PAGE,
  CREDIT_NOTES_IN,
  EXPORTS,
  MOST_FILE_ROWS,
  MOST_INVOICES,
  PROGRAMS,
} from "~/reports/bookkeeping";
import { countBookkeepingFiles, sumCreditNotes } from "~/reports/bookkeeping.server";
import { REPORTS_PAGE, readDays } from "~/reports/report";
import { OpenLink } from "~/staff/open-link";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";
import { FilterField, FilterSelect } from "~/ui/lists/filter-fields";
import { dayInTimeZone, formatCount } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { keysOf } from "~/values/query-params";
import { readProgram } from "./read-report.server";

export const meta: MetaFunction = ({ matches }) =>
  pageTitle("For QuickBooks and Xero", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const { searchParams } = new URL(request.url);
  const { problem, ...days } = readDays(searchParams, dayInTimeZone(business.timeZone, now));
  const program = readProgram(searchParams);
  const files = await Promise.all(
    keysOf(EXPORTS).map(async (what) => ({
      what,
      title: EXPORTS[what],
      links: Array.from({ length: await countBookkeepingFiles(what, days) }, (_, index) => ({
        number: index + 1,
        to: `${BOOKKEEPING_PAGE}/file.csv?${new URLSearchParams({ ...days, program, what, number: String(index + 1) })}`,
      })),
    })),
  );
  return { days, problem, program, files, creditNotes: await sumCreditNotes(days) };
});

export const action = noStaffAction;

/** The files for the program that keeps the books. */
export default function Bookkeeping() {
  const { days, problem, program, files, creditNotes } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={REPORTS_PAGE} title="Reports" />
      <h1>For QuickBooks and Xero</h1>
      <Form
        method="get"
        action={BOOKKEEPING_PAGE}
        className="cluster end screen-only report__form"
        aria-label="What to download"
      >
        <FilterField
          key={`from-${days.from}`}
          name="from"
          label="From"
          type="date"
          value={days.from}
          error={problem}
        />
        <FilterField key={`to-${days.to}`} name="to" label="To" type="date" value={days.to} />
        <FilterSelect
          key={program}
          name="program"
          label="Program"
          value={program}
          choices={Object.entries(PROGRAMS)}
        />
        <button type="submit" className="button button--secondary">
          Show
        </button>
      </Form>
      {files.map(({ what, title, links }) => (
        <section key={title} className="stack gap-2" aria-label={title}>
          <h2>{title}</h2>
          {links.length === 0 ? <p>Nothing on these days.</p> : null}
          {what === "credit-notes" && links.length > 0 ? (
            <p>
              {formatCount(creditNotes.count)} {creditNotes.count === 1 ? "credit note" : "credit notes"},{" "}
              {formatExactPrice(creditNotes.cents / 100)} in all, not in the invoices.{" "}
              {CREDIT_NOTES_IN[program]}
            </p>
          ) : null}
          <ul className="cluster gap-2">
            {links.map(({ number, to }) => (
              <li key={number}>
                <a className="button button--secondary" href={to} download>
                  Download {links.length === 1 ? "CSV" : `file ${number} of ${links.length}`}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="muted">
        Import either the journal, or the invoices and the credit notes: the journal has all sales and all
        returns. QuickBooks takes {MOST_INVOICES} invoices and {formatCount(MOST_FILE_ROWS)} rows at a time,
        so more of them come as several files. The journal also has the cash paid from the drawer for cars and
        their costs; what was paid from the bank is on the bank's statement. Sales tax has its own line. Which
        accounts the amounts go to is set under{" "}
        <OpenLink to="/admin/settings/bookkeeping">Settings, Bookkeeping</OpenLink>.
      </p>
    </main>
  );
}
