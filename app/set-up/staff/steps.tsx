import { type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import { leaveOutExample, loadSteps, skipSteps } from "~/set-up/steps.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { Badge } from "~/ui/layout/chip";
import { pageTitle } from "~/ui/layout/page-title";
import { TODAY_PAGE } from "~/values/return-path";

export const meta: MetaFunction = ({ matches }) => pageTitle("Set Up Your Yard", matches, "For staff.");

export const loader = staffLoader(async () => ({ steps: await loadSteps() }));

export const action = staffAction(async ({ request }) => {
  const form = await readForm(request, ["step", "intent"]);
  if (form.get("intent") === "dismiss") {
    await skipSteps();
    return redirect(TODAY_PAGE, 303);
  }
  if (form.get("intent") === "leave-out") {
    await leaveOutExample();
    return redirectWithToast(SET_UP_PAGE, {
      title: "Left out",
      description: "Your pages and documents leave them out until you fill them in.",
    });
  }
  await skipSteps(form.get("step")?.toString() ?? "");
  return redirect(SET_UP_PAGE, 303);
});

export const clientAction = keepTyped;

/** What is left to do on a new site; each step can be skipped. */
export default function SetUp() {
  const { steps } = useLoaderData<typeof loader>();
  const open = steps.filter(({ isDone, isSkipped }) => !isDone && !isSkipped).length;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Set Up Your Yard</h1>
        <p className="lead">
          {open > 0
            ? "In any order, now or later. What you don't skip stays on Today until it's done."
            : steps.every(({ isDone }) => isDone)
              ? "All done."
              : "Only the steps you skipped are left. You can still do them here."}
        </p>
      </header>
      <ol className="rows gap-4">
        {steps.map(({ id, title, about, to, links, canLeaveOut, isDone, isSkipped }) => (
          <li key={id} className="stack gap-2">
            <div className="cluster between gap-2 gap-x-4">
              <h2>{title}</h2>
              {isDone ? (
                <Badge tone="green">Done</Badge>
              ) : isSkipped ? (
                <Badge tone="gray">Skipped</Badge>
              ) : null}
            </div>
            <p className="muted">{about}</p>
            <div className="cluster gap-2 gap-x-4">
              {links.map((link) => (
                <Link className="button button--secondary button--small" to={link.to} key={link.to}>
                  {link.title}
                </Link>
              ))}
              {to === SET_UP_PAGE ? null : (
                <Link className="button button--secondary button--small" to={to}>
                  Open
                  <span className="visually-hidden">: {title}</span>
                </Link>
              )}
              {canLeaveOut ? (
                <Form method="post">
                  <button
                    type="submit"
                    className="button button--secondary button--small"
                    name="intent"
                    value="leave-out"
                  >
                    Leave Them Out
                  </button>
                </Form>
              ) : null}
              {isDone || isSkipped ? null : (
                <Form method="post">
                  <input type="hidden" name="step" value={id} />
                  <button type="submit" className="button button--secondary button--small">
                    Skip<span className="visually-hidden">: {title}</span>
                  </button>
                </Form>
              )}
            </div>
          </li>
        ))}
      </ol>
      {open > 0 ? (
        <Form method="post">
          <button type="submit" className="button button--secondary" name="intent" value="dismiss">
            Skip the Rest
          </button>
        </Form>
      ) : null}
    </main>
  );
}
