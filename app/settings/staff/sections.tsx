import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { config } from "~/config.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import { loadExampleSections, loadSteps } from "~/set-up/steps.server";
import { SECTIONS, sectionPath } from "~/settings/sections";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";

export const meta: MetaFunction = ({ matches }) => pageTitle("Settings", matches, "For staff.");

export const loader = staffLoader(async () => ({
  example: await loadExampleSections(),
  isSetUp: config.EXAMPLE_SITE || (await loadSteps()).every(({ isDone }) => isDone),
}));
export const action = noStaffAction;

/** Every section of the settings, with what is in it. */
export default function Settings() {
  const { example, isSetUp } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Settings</h1>
        <p className="lead">What the site says about your business, and how it works for you</p>
        {isSetUp ? null : <Link to={SET_UP_PAGE}>What's left to set up</Link>}
      </header>
      <ul className="grid gap-3 tiles">
        {SECTIONS.map(({ id, title, about }) => (
          <li key={id} className="panel">
            <Link className="tap covers" to={sectionPath(id)}>
              {title}
            </Link>
            <p className="muted">{about}</p>
            {example.includes(id) ? <Badge tone="yellow">Still the example's</Badge> : null}
          </li>
        ))}
      </ul>
    </main>
  );
}
