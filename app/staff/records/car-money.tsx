import { Form, Link } from "@remix-run/react";
import { type CarMoney, COST_PAID_BY, costsPath } from "~/costs/costs";
import { usePageKey } from "~/staff/forms/keep-typed";
import { useMayOpen } from "~/staff/use-may-open";
import { formatCount, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { CostForm, type NewCost } from "./cost-form";

/** What a car cost and brought, for owners and the bookkeeper, and a form for more. */
export function CarMoneyPanel({ money, newCost }: { money: CarMoney; newCost: NewCost }) {
  const { kind, id, amounts, parts, spent, income, isPriceKnown } = money;
  const path = costsPath(kind, id);
  const mayOpen = useMayOpen();
  const mayChange = mayOpen(path, "POST");
  const pageKey = usePageKey();
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
          "The purchase price isn't known, so neither is what it made."
        )}
      </p>
      {mayChange ? <CostForm key={pageKey} action={path} start={newCost} /> : null}
    </section>
  );
}

function inDollars(cents: number): string {
  return formatExactPrice(cents / 100);
}
