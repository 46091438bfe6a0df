import type { MetaFunction } from "@remix-run/node";
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
import { BackTo } from "~/staff/records/head";
import { Facts } from "~/ui/layout/facts";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("Roles", matches, "For staff.");

export const loader = staffLoader(() => null);
export const action = noStaffAction;

/** What each role may do, from the table that every page and the API ask. */
export default function Roles() {
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={PEOPLE_PAGE} title="People" />
      <header>
        <h1>Roles</h1>
        <p className="lead">What each role may do, on the pages and through the API</p>
      </header>
      <Facts facts={ROLES.map((role) => [ROLE_LABELS[role], ROLE_NOTES[role]])} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="scroll-x" aria-label="What each role may do" tabIndex={0}>
        <table className="table table--wide">
          <thead>
            <tr>
              <td />
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {ROLE_LABELS[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUBJECT_NAMES.map((subject) => (
              <tr key={subject}>
                <th scope="row">{SUBJECTS[subject].label}</th>
                {ROLES.map((role) => (
                  <td key={role}>{actionsOf(role, subject) || "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  );
}

const SUBJECT_NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];

/** `See, Change`; empty if the role may do nothing with it. */
function actionsOf(role: Role, subject: keyof typeof SUBJECTS): string {
  return (Object.keys(ACTIONS) as Action[])
    .filter((action) => may(role, subject, action))
    .map((action) => ACTIONS[action])
    .join(", ");
}
