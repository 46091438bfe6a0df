import { Link } from "@remix-run/react";
import { PART_REQUEST_LIST, REPAIR_REQUEST_LIST, VEHICLE_INQUIRY_LIST } from "~/requests/list";
import { formatCount } from "~/values/format";

/** How many requests of a kind need something today. */
interface Counts {
  overdue: number;
  dueSoon: number;
  new: number;
  quoted: number;
}

export interface Today {
  parts: Counts;
  repairs: Counts;
  inquiries: Counts;
}

const LISTS = [
  { of: "parts", label: "Parts", list: PART_REQUEST_LIST },
  { of: "repairs", label: "Repairs", list: REPAIR_REQUEST_LIST },
  { of: "inquiries", label: "Inquiries", list: VEHICLE_INQUIRY_LIST },
] as const;

const STATES = [
  { of: "overdue", label: "overdue", query: "show=overdue" },
  { of: "dueSoon", label: "due soon", query: "show=due-soon" },
  { of: "new", label: "new", query: "show=new" },
  { of: "quoted", label: "quoted, waiting", query: "status=quoted" },
] as const;

/**
 * What needs doing today: how many requests of each kind, each number a link to their list. On a phone it is folded to one line, so
 * that the list below begins on the first screen.
 */
export function TodaysWork({ today }: { today: Today }) {
  const rows = LISTS.map(({ of, label, list }) => ({
    label,
    list,
    states: STATES.filter((state) => today[of][state.of] > 0).map((state) => ({
      ...state,
      count: today[of][state.of],
    })),
  })).filter(({ states }) => states.length > 0);
  return (
    <section className="cluster gap-2 gap-x-6 above-3 screen-only today" aria-labelledby="today-title">
      <h2 id="today-title">Today</h2>
      {rows.length === 0 ? <p>No requests are waiting for an answer.</p> : null}
      {rows.length === 0 ? null : (
        <details className="opens-at-768 today__all">
          <summary className="arrow row">{sumUp(today)}</summary>
          {rows.map(({ label, list, states }) => (
            <div key={label} className="cluster gap-2 today__row">
              <h3 id={`today-${label}`}>{label}</h3>
              <ul className="cluster gap-2" aria-labelledby={`today-${label}`}>
                {states.map(({ of, label: state, query, count }) => (
                  <li key={of}>
                    <Link className={`today__link today__link--${of}`} to={`${list.path}?${query}`}>
                      <strong>{formatCount(count)}</strong> {state}
                      <span className="visually-hidden"> in {label}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
    </section>
  );
}

/** `2 overdue, 9 new` */
function sumUp(today: Today): string {
  const counts = STATES.map(({ of, label }) => ({
    label,
    count: LISTS.reduce((sum, list) => sum + today[list.of][of], 0),
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatCount(count)} ${label}`)
    .join(" · ");
}
