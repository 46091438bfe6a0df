import { Form, Link } from "@remix-run/react";
import { type CarMoney, COST_KINDS, COST_PAID_BY, costsPath } from "~/costs/costs";
import { useMayOpen } from "~/staff/use-may-open";
import { formatCount, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";

/** What a car cost and brought, for owners and the bookkeeper, and a form for more. */
export function CarMoneyPanel({ money, today }: { money: CarMoney; today: string }) {
  const { kind, id, amounts, parts, spent, income, isPriceKnown } = money;
  const path = costsPath(kind, id);
  const mayOpen = useMayOpen();
  const mayChange = mayOpen(path, "POST");
  return (
    <section className="stack gap-3" id="money" aria-labelledby="money-title">
      <h2 id="money-title">Cost and Income</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Date</th>
            <th scope="col">From or to</th>
            <th scope="col" className="figure">
              Cost
            </th>
            <th scope="col" className="figure">
              Income
            </th>
          </tr>
        </thead>
        <tbody>
          {amounts.map(({ id: cost, label, isIncome, on, cents, party, paidBy, note, path: source }) => (
            <tr key={cost ?? `${label} ${source}`}>
              <th scope="row">
                {source ? <Link to={source}>{label}</Link> : label}
                {paidBy ? <span className="muted">, {COST_PAID_BY[paidBy].toLowerCase()}</span> : null}
                {note ? <span className="muted">, {note}</span> : null}
                {cost && mayChange ? (
                  <Form
                    method="post"
                    action={`${path}/${cost}/delete`}
                    navigate={false}
                    className="screen-only"
                  >
                    <button type="submit" className="button button--quiet button--small">
                      Remove<span className="visually-hidden"> {label}</span>
                    </button>
                  </Form>
                ) : null}
              </th>
              <td>{formatDay(`${on}T00:00:00.000Z`)}</td>
              <td>{party}</td>
              <td className="figure">{isIncome ? "" : inDollars(cents)}</td>
              <td className="figure">{isIncome ? inDollars(cents) : ""}</td>
            </tr>
          ))}
          {parts.count > 0 ? (
            <tr>
              <th scope="row">
                {formatCount(parts.count)} {parts.count === 1 ? "part" : "parts"} sold
                {parts.unknown > 0 ? (
                  <span className="muted">, {formatCount(parts.unknown)} without a price</span>
                ) : null}
              </th>
              <td />
              <td />
              <td />
              <td className="figure">{inDollars(parts.cents)}</td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td />
            <td />
            <td className="figure">{inDollars(spent)}</td>
            <td className="figure">{inDollars(income)}</td>
          </tr>
        </tfoot>
      </table>
      <p>
        {isPriceKnown ? (
          <>
            {income >= spent ? "Made" : "Still to earn"}:{" "}
            <strong>{inDollars(Math.abs(income - spent))}</strong>
          </>
        ) : (
          "What it was bought for is not known, so neither is what it made."
        )}
      </p>
      {mayChange ? (
        <Form method="post" action={path} navigate={false} className="cluster screen-only">
          <label className="field">
            <span className="field__label">What</span>
            <select className="input input--select" name="kind">
              {Object.entries(COST_KINDS).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span className="field__label">Amount</span>
            <input className="input" name="amount" inputMode="decimal" autoComplete="off" required />
          </label>
          <label className="field">
            <span className="field__label">Date</span>
            <input className="input" type="date" name="on" defaultValue={today} required />
          </label>
          <label className="field">
            <span className="field__label">From or to</span>
            <input className="input" name="party" autoComplete="off" />
          </label>
          <label className="field">
            <span className="field__label">Paid by</span>
            <select className="input input--select" name="paidBy" defaultValue="">
              <option value="">Not said</option>
              {Object.entries(COST_PAID_BY).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span className="field__label">Note</span>
            <input className="input" name="note" autoComplete="off" />
          </label>
          <button type="submit" className="button button--secondary">
            Add
          </button>
        </Form>
      ) : null}
    </section>
  );
}

function inDollars(cents: number): string {
  return formatExactPrice(cents / 100);
}
