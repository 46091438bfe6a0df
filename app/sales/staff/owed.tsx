import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { OWED_PAGE } from "~/sales/account";
import { listAccounts } from "~/sales/account.server";
import { SALES } from "~/sales/sales";
import { BackTo } from "~/staff/records/head";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { dayInTimeZone, formatCount } from "~/values/format";
import { formatExactPrice } from "~/values/money";

export const meta: MetaFunction = ({ matches }) => pageTitle("Owed on Account", matches, "For staff.");

export const loader = staffLoader(async ({ now }) => {
  const today = Date.parse(`${dayInTimeZone(business.timeZone, now)}T00:00:00.000Z`);
  const accounts = await listAccounts();
  return {
    total: formatExactPrice(accounts.reduce((sum, { owedCents }) => sum + owedCents, 0) / 100),
    accounts: accounts.map(({ id, name, phone, sales, owedCents }) => ({
      page: `${OWED_PAGE}/${id}`,
      ...{ name, phone, count: sales.length },
      owed: formatExactPrice(owedCents / 100),
      days: Math.round((today - Date.parse(`${sales[0]?.soldOn}T00:00:00.000Z`)) / 86_400_000),
    })),
  };
});

export const action = noStaffAction;

/** Who owes what, the oldest sale first. */
export default function Owed() {
  const { accounts, total } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={SALES.path} title="Sales" />
      <header>
        <h1>Owed on Account</h1>
        {accounts.length > 0 ? (
          <p className="lead">
            {formatCount(accounts.length)} {accounts.length === 1 ? "customer" : "customers"}, {total}
          </p>
        ) : null}
      </header>
      {accounts.length === 0 ? <EmptyState title="Nobody owes us anything." /> : null}
      <ul className="lines-ruled">
        {accounts.map(({ page, name, phone, count, owed, days }) => (
          <li key={page} className="cluster between">
            <div>
              <p>
                <strong>{name}</strong>, {owed}
              </p>
              <p className="muted">
                {[
                  count === 1 ? "1 sale" : `${formatCount(count)} sales`,
                  days === 0
                    ? "of today"
                    : `the oldest ${days === 1 ? "1 day" : `${formatCount(days)} days`} ago`,
                  phone,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </p>
            </div>
            <Link className="button button--secondary button--small" to={page}>
              Open<span className="visually-hidden"> the account of {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
