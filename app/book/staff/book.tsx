import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { BOOK_CSV, BOOK_PAGE } from "~/book/book";
import { purchasePage } from "~/purchases/paths";
import { BookTable } from "~/staff/book-table";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { PrintHeader } from "~/staff/lists/staff-list-print";
import { useMayOpen } from "~/staff/use-may-open";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { Pagination } from "~/ui/lists/pagination";
import { formatCount, formatDay } from "~/values/format";
import { checkBook, loadBook } from "./book.server";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("The Book", matches, "For staff.");

export const loader = staffLoader(loadBook);

export const action = staffAction(checkBook);

export const clientAction = keepTyped;

/** The book of cars bought and gone: its lines, its last hash, its check, and what the state asks of it. */
export default function BookPage() {
  const { book, query, last, rules, business, forms, unnamed, today } = useLoaderData<typeof loader>();
  const { lines, total, page, pages } = book;
  const mayOpen = useMayOpen();
  const filters = Object.entries({ ...query, page: undefined }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  const urlFor = (number: number) => {
    const params = new URLSearchParams([...filters, ...(number > 1 ? [["page", String(number)]] : [])]);
    return params.size > 0 ? `${BOOK_PAGE}?${params}` : BOOK_PAGE;
  };
  return (
    <main id="main" className="page staff-page stack gap-5 book" tabIndex={-1}>
      <PrintHeader />
      <header className="stack gap-2">
        <h1>The Book</h1>
        <p className="lead">Cars and cores bought, and what became of them. {business.registration ?? ""}</p>
        {last ? (
          <p className="breaks print-only" hidden>
            Last hash: <code>{last.hash}</code>, line {formatCount(last.sequence)},{" "}
            {formatDay(`${last.day}T00:00:00.000Z`)}
          </p>
        ) : null}
      </header>
      <Form
        method="get"
        action={BOOK_PAGE}
        className="grid end gap-3 screen-only columns book__filter"
        aria-label="Filter"
      >
        <label className="field">
          <span className="field__label">Search</span>
          <input className="input" type="search" name="q" defaultValue={query.q} />
        </label>
        <label className="field">
          <span className="field__label">Show</span>
          <select className="input input--select" name="direction" defaultValue={query.direction ?? ""}>
            <option value="">In and out</option>
            <option value="in">In</option>
            <option value="out">Out</option>
          </select>
        </label>
        <label className="field">
          <span className="field__label">From</span>
          <input className="input" type="date" name="from" defaultValue={query.from} max={today} />
        </label>
        <label className="field">
          <span className="field__label">To</span>
          <input className="input" type="date" name="to" defaultValue={query.to} />
        </label>
        <button type="submit" className="button button--secondary">
          Show
        </button>
      </Form>
      <div className="cluster screen-only">
        <PrintButton className="button button--secondary">Print</PrintButton>
        {mayOpen(BOOK_CSV) ? (
          <a
            className="button button--secondary"
            href={`${BOOK_CSV}?${new URLSearchParams(filters)}`}
            download
          >
            Download CSV
          </a>
        ) : null}
      </div>
      {total === 0 ? (
        <EmptyState title={filters.length > 0 ? "No line matches." : "Nothing in the book yet."}>
          <p>Buy a car, and its first line is here.</p>
        </EmptyState>
      ) : (
        <BookTable lines={lines} />
      )}
      <Pagination page={page} pages={pages} urlFor={urlFor} />
      <Check last={last?.hash} />
      {unnamed.total > 0 ? <Unnamed {...unnamed} /> : null}
      {forms ? <DueForms forms={forms} /> : null}
      <section className="stack gap-3 screen-only">
        <h2>What {rules?.name ?? "your state"} Asks</h2>
        <Notice tone="info" title="Approval is yours to get">
          <p>
            This program has no state's approval. Whether you may keep this book in place of one on paper is
            for your state to say: ask before you stop writing by hand.
          </p>
        </Notice>
        {rules ? (
          <ul className="stack gap-2">
            {rules.asks.map(({ text, source }) => (
              <li key={source}>
                {text} <span className="muted">({source})</span>
              </li>
            ))}
          </ul>
        ) : (
          <p>We don't have your state's rules. Ask its department of motor vehicles.</p>
        )}
      </section>
    </main>
  );
}

interface UnnamedProps {
  total: number;
  cars: readonly { name: string; on: string; to: string }[];
}

/** Cars that were scrapped, crushed or sold, and nobody has said who has them. */
function Unnamed({ total, cars }: UnnamedProps) {
  const mayOpen = useMayOpen();
  return (
    <section className="stack gap-3 screen-only" id="to-whom" aria-labelledby="to-whom-title">
      <h2 id="to-whom-title">Who Took Them?</h2>
      <p>
        The book asks who bought or took each car that left. Fill in Disposed To of a car that was dismantled;
        set one that was sold whole back to Available, and sell it on a sale. A correction line then says so.
      </p>
      <ul className="lines-ruled">
        {cars.map(({ name, on, to }) => (
          <li key={to} className="row between gap-3">
            <span>
              {name}, <span className="muted">gone {formatDay(`${on}T00:00:00.000Z`)}</span>
            </span>
            {mayOpen(to, "POST") ? (
              <Link className="tap" to={to}>
                Say who<span className="visually-hidden"> {name} went</span>
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      <FirstOf shown={cars.length} total={total} />
    </section>
  );
}

/** Says that a list is only the first of all. */
function FirstOf({ shown, total }: { shown: number; total: number }) {
  if (shown === total) return null;
  return (
    <p className="muted">
      The first {formatCount(shown)} of {formatCount(total)} are shown.
    </p>
  );
}

/** Checks the chain, on demand, and the hash of a print against it. */
function Check({ last }: { last: string | undefined }) {
  const posted = useLastAnswer<typeof action>();
  return (
    <section className="stack gap-3 screen-only" id="check">
      <h2>Check the Book</h2>
      {last ? (
        <p className="breaks">
          Last hash: <code>{last}</code>
        </p>
      ) : null}
      {posted ? <CheckResult {...posted} /> : null}
      <Form method="post" action={`${BOOK_PAGE}#check`} className="cluster">
        <label className="field">
          <span className="field__label">
            Hash from a print <span className="field__optional">(optional)</span>
          </span>
          <input className="input" name="hash" autoComplete="off" spellCheck={false} />
        </label>
        <button type="submit" className="button button--secondary">
          Check every line
        </button>
      </Form>
      <p className="muted">
        Every line names the one before it by a SHA-256 hash. Anyone who can write to the database could make
        a whole new chain: a printout or a note of the last hash, kept somewhere else, would show that.
      </p>
    </section>
  );
}

function CheckResult({ check, print }: Awaited<ReturnType<typeof checkBook>>) {
  if (!check.ok)
    return (
      <Notice tone="error" title={check.why} role="alert">
        <p>
          Lines before it that fit: {formatCount(check.lines)}. Keep a backup of today before you do anything
          else.
        </p>
      </Notice>
    );
  return (
    <>
      <Notice
        tone="success"
        title={`The book is whole: ${check.lines === 1 ? "1 line" : `${formatCount(check.lines)} lines`}`}
        role="status"
      >
        <p className="breaks">Last hash: {check.lastHash}</p>
      </Notice>
      {print && !print.line ? (
        <Notice tone="error" title="That hash isn't in the book" role="alert">
          <p>
            {print.isHash
              ? "Lines were rewritten or cut off since that print."
              : "A hash has 64 characters, 0 to 9 and a to f; the first 16 are enough."}
          </p>
        </Notice>
      ) : null}
      {print?.line ? (
        <Notice tone="success" title={`That hash is line ${print.line}, written on ${print.day}`} />
      ) : null}
    </>
  );
}

/** The cars whose form the state waits for; each links to its purchase, for those who may, to the form with the number. */
function DueForms({
  forms: { name, source, total, due },
}: {
  forms: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["forms"]>;
}) {
  const mayOpen = useMayOpen();
  if (due.length === 0) return null;
  const pageOf = (id: string) => {
    const edit = `${purchasePage(id)}/edit`;
    return mayOpen(edit) ? edit : purchasePage(id);
  };
  return (
    <section className="stack gap-2 screen-only" id="due">
      <h2>
        {name} to Send <span className="note">({source})</span>
      </h2>
      <ul className="stack gap-2">
        {due.map(({ id, name: car, dueOn }) => (
          <li key={id}>
            <Link to={pageOf(id)}>{car}</Link>: by {formatDay(`${dueOn}T00:00:00.000Z`)}
          </li>
        ))}
      </ul>
      <FirstOf shown={due.length} total={total} />
      <p className="muted">
        A car leaves this list once its purchase has the form's number. Holidays are not counted.
      </p>
    </section>
  );
}
