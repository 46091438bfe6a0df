import { Link, type MetaFunction } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { SECTIONS, sectionPath } from "~/settings/sections";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("Settings", matches, "For staff.");

export const loader = staffLoader(() => null);
export const action = noStaffAction;

/** Every section of the settings, with what is in it. */
export default function Settings() {
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Settings</h1>
        <p className="lead">What the site says of your business, and how it works for you</p>
      </header>
      <ul className="grid gap-3 tiles">
        {SECTIONS.map(({ id, title, about }) => (
          <li key={id} className="panel">
            <Link className="tap covers" to={sectionPath(id)}>
              {title}
            </Link>
            <p className="muted">{about}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
