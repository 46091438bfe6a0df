import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import type { TodayItem, TodaySection } from "./section";
import { loadToday } from "./sections.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("Today", matches, "For staff.");

export const loader = staffLoader(loadToday);
export const action = noStaffAction;

/** What needs doing today, of every subject. */
export default function Today() {
  const { sections, backups } = useLoaderData<typeof loader>();
  const problem = backups?.problem;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 heads-l" tabIndex={-1}>
      <h1>Today</h1>
      {problem ? (
        <Notice tone="error" title={problem.title}>
          <p className="breaks">{problem.message}</p>
        </Notice>
      ) : null}
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      {sections.length === 0 && !problem ? <p className="muted">Nothing to do today.</p> : null}
      {backups ? <p className="note">{backups.state}</p> : null}
    </main>
  );
}

function Section({ title, empty, items }: TodaySection) {
  return (
    <section className="stack gap-2">
      <h2>{title}</h2>
      {items.length === 0 ? <p className="muted">{empty}</p> : null}
      {items.length > 0 ? (
        <ul className="panel ruled">
          {items.map((item) => (
            <Item key={item.to} {...item} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Item({ to, label, note, tone }: TodayItem) {
  return (
    <li>
      <Link className="cluster gap-1 gap-x-4 today__item" to={to}>
        <strong className={tone && `tone--${tone}`}>{label}</strong>{" "}
        {note ? <span className="muted">{note}</span> : null}
      </Link>
    </li>
  );
}
