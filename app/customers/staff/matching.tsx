import { redirect } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { CUSTOMERS } from "~/customers/customers";
import { findEarlierProgress, goOnMatching, stopMatching } from "~/customers/earlier.server";
import { MATCHING_PAGE } from "~/customers/paths";
import { readForm } from "~/http/form.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";

export const meta: MetaFunction = ({ matches }) => pageTitle("Earlier requests", matches, "For staff.");

export const loader = staffLoader(() => findEarlierProgress());

export const action = staffAction(async ({ request, now }) => {
  const intent = (await readForm(request, ["intent"])).get("intent");
  if (intent === "stop") await stopMatching(now);
  else if (intent === "go-on") await goOnMatching();
  else throw new Response(null, { status: 400 });
  return redirect(MATCHING_PAGE, { status: 303 });
});

export const clientAction = keepTyped;

const STATES = {
  nothing: "There were no earlier requests to match.",
  running: "The site is finding the customers of earlier requests.",
  stopped: "Stopped. Requests that come in still find their customers.",
  finished: "Done.",
} as const;

/** How far the requests that were stored before there were customers have been matched. */
export default function EarlierRequests() {
  const { state, total, seen, matched, made } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 customer" tabIndex={-1}>
      <BackTo to={CUSTOMERS.list.path} title="Customers" />
      <header>
        <h1>Earlier requests</h1>
        <p className="lead">{STATES[state]}</p>
      </header>
      {state === "nothing" ? null : (
        <p>
          Looked at {formatCount(seen)} of {formatCount(total)} requests. {formatCount(matched)}{" "}
          {matched === 1 ? "belongs" : "belong"} to a customer now, and {formatCount(made)}{" "}
          {made === 1 ? "customer was" : "customers were"} added. Spam, and requests without a phone number or
          email address, have none.
        </p>
      )}
      {state === "running" || state === "stopped" ? (
        <Form method="post" className="cluster">
          <button
            type="submit"
            name="intent"
            value={state === "running" ? "stop" : "go-on"}
            className="button button--secondary"
          >
            {state === "running" ? "Stop" : "Continue"}
          </button>
          <Link to={MATCHING_PAGE}>Refresh</Link>
        </Form>
      ) : null}
    </main>
  );
}
