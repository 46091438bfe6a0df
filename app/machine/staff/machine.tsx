import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { UPDATES_PAGE } from "~/machine/paths";
import { loadReport } from "~/machine/report.server";
import { CopyArea } from "~/staff/copy-area";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("This Machine", matches, "For staff.");

export const loader = staffLoader(({ now }) => loadReport(now));
export const action = noStaffAction;

const BADGES = {
  good: { tone: "green", label: "Fine" },
  warn: { tone: "yellow", label: "Needs attention" },
  bad: { tone: "red", label: "Needs action" },
} as const;

/** What the machine has to say: disk, mail, backups, errors, version, and all of it to hand on. */
export default function Machine() {
  const { findings, errors, about, support } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>This Machine</h1>
        <p className="lead">How the site is doing, without a terminal</p>
      </header>
      <ul className="rows">
        {findings.map(({ title, tone, text, to }) => (
          <li key={title} className="stack gap-1">
            <p className="cluster gap-2 gap-x-3">
              <strong>{to ? <Link to={to}>{title}</Link> : title}</strong>
              <Badge tone={BADGES[tone].tone}>{BADGES[tone].label}</Badge>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <section className="stack gap-2" aria-labelledby="errors-title">
        <h2 id="errors-title">Errors of the Last 24 Hours</h2>
        {errors.length === 0 ? <p className="muted">None.</p> : null}
        {errors.length > 0 ? (
          <ul className="rows">
            {errors.map(({ text, count, lastAt }) => (
              <li key={text}>
                <p>{text}</p>
                <p className="muted">
                  {count === 1 ? "Once" : `${count} times`}, last on {lastAt}
                </p>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <section className="stack gap-2" aria-labelledby="version-title">
        <h2 id="version-title">Version</h2>
        {about.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <Link className="button button--secondary" to={UPDATES_PAGE}>
            Updates
          </Link>
        </p>
      </section>
      <Support text={support} />
    </main>
  );
}

function Support({ text }: { text: string }) {
  return (
    <section className="stack gap-2" aria-labelledby="support-title">
      <h2 id="support-title">For Your Support Person</h2>
      <CopyArea
        id="support"
        label="The same, as text"
        hint="It has no names, addresses, folders or passwords."
        button="Copy for support"
        text={text}
        rows={12}
      />
    </section>
  );
}
