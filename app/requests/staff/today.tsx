import { Link } from "@remix-run/react";
import { formatCount } from "~/values/format";

/** How many requests of a kind need something today. */
export interface Today {
  /** Their list, and its short name. */
  path: string;
  label: string;
  counts: Record<"overdue" | "dueSoon" | "new" | "quoted", number>;
}

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
export function TodaysWork({ today }: { today: readonly Today[] }) {
  const rows = today
    .map(({ counts, ...list }) => ({
      ...list,
      states: STATES.map((state) => ({ ...state, count: counts[state.of] })).filter(({ count }) => count > 0),
    }))
    .filter(({ states }) => states.length > 0);
  return (
    <section className="cluster gap-2 gap-x-6 above-3 screen-only today" aria-labelledby="today-title">
      <h2 id="today-title">Today</h2>
      {rows.length === 0 ? <p>No requests are waiting for an answer.</p> : null}
      {rows.length === 0 ? null : (
        <details className="opens-at-768 today__all">
          <summary className="arrow row">{sumUp(today)}</summary>
          {rows.map(({ label, path, states }) => (
            <div key={label} className="cluster gap-2 today__row">
              <h3 id={`today-${label}`}>{label}</h3>
              <ul className="cluster gap-2" aria-labelledby={`today-${label}`}>
                {states.map(({ of, label: state, query, count }) => (
                  <li key={of}>
                    <Link className={`today__link today__link--${of}`} to={`${path}?${query}`}>
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
function sumUp(today: readonly Today[]): string {
  const counts = STATES.map(({ of, label }) => ({
    label,
    count: today.reduce((sum, { counts }) => sum + counts[of], 0),
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatCount(count)} ${label}`)
    .join(" · ");
}
