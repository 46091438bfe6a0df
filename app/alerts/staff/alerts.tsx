import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { STAFF_ALERTS_PAGE, wishName } from "~/alerts/alert";
import {
  type ArrivalAlert,
  areAlertsOn,
  endAlert,
  expiryOf,
  findAlertPage,
  listMostWanted,
} from "~/alerts/alert.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { Badge } from "~/ui/layout/chip";
import { EmptyState, Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { Pagination } from "~/ui/lists/pagination";
import { formatCount, formatDayInTimeZone } from "~/values/format";
import { getPageParam, getTextParam } from "~/values/query-params";

const MOST_WANTED = 10;

export const meta: MetaFunction = ({ matches }) => pageTitle("Arrival Alerts", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const { searchParams } = new URL(request.url);
  const q = getTextParam(searchParams, "q");
  const { entries, total, page, pages } = await findAlertPage(q, getPageParam(searchParams));
  const wanted = await listMostWanted(now, MOST_WANTED);
  return {
    isOn: areAlertsOn(),
    wanted: wanted.map((wish) => ({ name: wishName(wish), count: wish.count })),
    alerts: entries.map(toView),
    q: q ?? "",
    total,
    page,
    pages,
  };
});

export const action = staffAction(async ({ request, now }) => {
  const form = await readForm(request, ["id"]);
  const isDeleted = await endAlert(form.get("id")?.toString() ?? "", now);
  const { searchParams } = new URL(request.url);
  return redirectWithToast(
    pageUrl(getTextParam(searchParams, "q") ?? "", getPageParam(searchParams)),
    isDeleted ? { title: "Alert deleted" } : { title: "The alert had already ended", variant: "destructive" },
  );
});

export const clientAction = keepTyped;

/** Who waits for which vehicle, and what most people wait for. */
export default function Alerts() {
  const { isOn, wanted, alerts, q, total, page, pages } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-6 heads-l" tabIndex={-1}>
      <header>
        <h1>Arrival Alerts</h1>
        <p className="lead">Who asked to be emailed when a vehicle arrives</p>
      </header>
      {isOn ? null : (
        <Notice tone="info" title="Alerts are off">
          <p>
            They need email, which is set up in Settings, and the address of your site in PUBLIC_URL (see the
            README).
          </p>
        </Notice>
      )}
      {wanted.length > 0 ? (
        <section className="stack gap-3" aria-labelledby="wanted-title">
          <h2 id="wanted-title">Most wanted</h2>
          <ol className="breaks alerts__wanted">
            {wanted.map(({ name, count }) => (
              <li key={name}>
                {formatCount(count)} × {name}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <section className="stack gap-3" aria-labelledby="all-title">
        <h2 id="all-title">All alerts</h2>
        <Form method="get" action={STAFF_ALERTS_PAGE} className="row" role="search" aria-label="Alerts">
          <input
            key={q}
            className="input"
            type="search"
            name="q"
            defaultValue={q}
            aria-label="Search by email, make or model"
            placeholder="Email, make or model"
          />
          <button type="submit" className="button button--secondary">
            Search
          </button>
        </Form>
        <p className="muted results__count" role="status">
          {formatCount(total)} {total === 1 ? "alert" : "alerts"}
        </p>
        {alerts.length > 0 ? (
          <ul className="rows">
            {alerts.map((alert) => (
              <AlertEntry key={alert.id} alert={alert} />
            ))}
          </ul>
        ) : (
          <EmptyState title={q ? "No alert matches." : "Nobody is waiting for a vehicle."} />
        )}
      </section>
      <Pagination page={page} pages={pages} urlFor={(number) => pageUrl(q, number)} />
    </main>
  );
}

function AlertEntry({ alert }: { alert: ReturnType<typeof toView> }) {
  const { id, wish, email, isConfirmed, endsOn } = alert;
  return (
    <li className="cluster between gap-2 gap-x-4">
      <div>
        <p className="cluster gap-2 gap-x-3">
          <strong>{wish}</strong>
          <Badge tone={isConfirmed ? "green" : "yellow"}>{isConfirmed ? "Confirmed" : "Not confirmed"}</Badge>
        </p>
        <p>{email}</p>
        <p className="muted">
          {isConfirmed ? "Until" : "Deleted unless confirmed by"} {endsOn}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="button button--secondary button--small">
          Delete
          <span className="visually-hidden">
            {" "}
            {wish} for {email}
          </span>
        </button>
      </Form>
    </li>
  );
}

function toView(alert: ArrivalAlert) {
  return {
    id: alert.id,
    wish: wishName(alert),
    email: alert.email,
    isConfirmed: alert.confirmedAt !== null,
    endsOn: formatDayInTimeZone(expiryOf(alert), business.timeZone),
  };
}

function pageUrl(q: string, page: number): string {
  const params = new URLSearchParams({ ...(q ? { q } : {}), ...(page > 1 ? { page: String(page) } : {}) });
  return params.size > 0 ? `${STAFF_ALERTS_PAGE}?${params}` : STAFF_ALERTS_PAGE;
}
