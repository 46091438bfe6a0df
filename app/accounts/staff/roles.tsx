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
      <ul className="stack gap-2">
        {ROLES.map((role) => (
          <li key={role}>
            <strong>{ROLE_LABELS[role]}:</strong> {ROLE_NOTES[role]}
          </li>
        ))}
      </ul>
      {/* As cards its parts are no table for a screen reader unless they say so. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="table table--cards" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {ROLES.map((role) => (
              <th key={role} role="columnheader" scope="col">
                {ROLE_LABELS[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {SUBJECT_NAMES.map((subject) => (
            <tr key={subject} role="row">
              <th role="rowheader" scope="row">
                {SUBJECTS[subject].label}
              </th>
              {ROLES.map((role) => (
                <td key={role} role="cell" data-label={ROLE_LABELS[role]}>
                  {actionsOf(role, subject) || "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
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
