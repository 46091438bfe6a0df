import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PEOPLE_PAGE } from "~/accounts/people";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import {
  ACTIONS,
  type Action,
  may,
  ROLE_LABELS,
  ROLE_NOTES,
  ROLES,
  type Role,
  SUBJECTS,
} from "~/accounts/roles";
import { Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("Roles", matches, "For staff.");

export const loader = staffLoader(() => null);
export const action = noStaffAction;

/** What each role may do, from the table that every page and the API ask. */
export default function Roles() {
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <nav className="tap-links back-to" aria-label="Back">
        <Link to={PEOPLE_PAGE}>
          <Icon name="arrow-left" size={20} /> Back to People
        </Link>
      </nav>
      <header>
        <h1>Roles</h1>
        <p className="lead">What each role may do, on the pages and through the API</p>
      </header>
      {ROLES.map((role) => (
        <section key={role} className="stack gap-2" aria-labelledby={`role-${role}`}>
          <h2 id={`role-${role}`}>{ROLE_LABELS[role]}</h2>
          <p>{ROLE_NOTES[role]}</p>
          <Facts facts={factsOf(role)} />
        </section>
      ))}
    </main>
  );
}

function factsOf(role: Role): [label: string, value: string][] {
  return (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).flatMap((subject): [string, string][] => {
    const actions = (Object.keys(ACTIONS) as Action[]).filter((action) => may(role, subject, action));
    return actions.length > 0
      ? [[SUBJECTS[subject].label, actions.map((action) => ACTIONS[action]).join(", ")]]
      : [];
  });
}
