import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { listOwedCores } from "~/sales/returns.server";
import { CASH_SALE, SALES_PAGE } from "~/sales/sale";
import { SALES } from "~/sales/sales";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { DAY_MS } from "~/values/days";
import { dayInTimeZone, formatCount, formatDay } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";

/** The most cores that the page lists, the oldest first. */
const MOST_LISTED = 500;

export const meta: MetaFunction = ({ matches }) => pageTitle("Cores Owed", matches, "For staff.");

export const loader = staffLoader(async ({ now }) => {
  const today = Date.parse(`${dayInTimeZone(business.timeZone, now)}T00:00:00.000Z`);
  const found = await listOwedCores(MOST_LISTED + 1);
  const cores = found.slice(0, MOST_LISTED);
  return {
    isCut: found.length > MOST_LISTED,
    count: cores.reduce((sum, { quantity }) => sum + quantity, 0) / 100,
    total: formatExactPrice(cores.reduce((sum, { cents }) => sum + cents, 0) / 100),
    cores: cores.map((core) => ({
      id: core.saleLineId,
      sale: `${SALES_PAGE}/${core.saleId}`,
      number: formatSaleNumber({ id: core.saleId, number: core.saleNumber }),
      sold: formatDay(`${core.soldOn}T00:00:00.000Z`),
      days: Math.round((today - Date.parse(`${core.soldOn}T00:00:00.000Z`)) / DAY_MS),
      customer: [core.customerName ?? CASH_SALE, core.customerPhone].filter(Boolean).join(", "),
      description: core.description,
      quantity: core.quantity / 100,
      charge: formatExactPrice(core.cents / 100),
      // On account, staff have to say whether the customer gets cash.
      key: core.isOnAccount ? undefined : newId(now),
    })),
  };
});

export const action = noStaffAction;

/** The cores that customers may still bring back, the oldest first, each paid back in cash with one tap. */
export default function Cores() {
  const { cores, count, total, isCut } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  const more = isCut ? "+" : "";
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={SALES.path} title="Sales" />
      <header>
        <h1>Cores Owed</h1>
        <p className="lead">
          {cores.length === 0
            ? "No core charges are waiting for a core."
            : `${count === 1 ? "1 core" : `${formatCount(count)}${more} cores`}, ${total}${more} of core charges`}
        </p>
      </header>
      <ul className="lines-ruled">
        {cores.map(({ id, sale, number, sold, days, customer, description, quantity, charge, key }) => (
          <li key={id} className="cluster between">
            <div>
              <p>
                <strong>{quantity === 1 ? description : `${quantity} × ${description}`}</strong>, {charge}
              </p>
              <p className="muted">
                <Link to={sale}>{number}</Link>, {sold}, {ago(days)}, {customer}
              </p>
            </div>
            {mayOpen(`${sale}/return`, "POST") ? (
              <div className="cluster gap-2">
                {key ? (
                  <Form method="post" action={`${sale}/return`} aria-label={`${description} of ${number}`}>
                    {Object.entries({
                      ...{ key, method: "cash", "lines.0.id": id, "lines.0.take": "yes" },
                      ...{ "lines.0.quantity": String(quantity), "lines.0.reason": "core" },
                    }).map(([name, value]) => (
                      <input key={name} type="hidden" name={name} value={value} />
                    ))}
                    <button type="submit" className="button button--secondary button--small">
                      Pay {charge} Cash
                    </button>
                  </Form>
                ) : null}
                <Link className="button button--secondary button--small" to={`${sale}/return?line=${id}`}>
                  {key ? "Another Way" : "Pay Back"}
                </Link>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </main>
  );
}

function ago(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "1 day ago" : `${formatCount(days)} days ago`;
}
