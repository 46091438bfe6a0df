import { data, type HeadersFunction } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { CUSTOMERS } from "~/customers/customers";
import { eraseCustomer, planErasure } from "~/customers/erase.server";
import { customerPage } from "~/customers/paths";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { DATA_REQUEST_DAYS } from "~/requests/data";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { BackTo } from "~/staff/records/head";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";
import { getParam } from "~/values/query-params";
import { requireCustomer } from "./loaders.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("Data and privacy", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const withOpen = readWithOpen(args.request);
  const plan = await planErasure(customer._id, { withOpen });
  if (!plan) throw new Response(null, { status: 404 });
  return { id: customer._id, name: CUSTOMERS.nameOf(customer), plan, withOpen };
});

/** Deletes what was shown, once the password is typed: no backup brings it back. */
export const action = staffAction(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const form = await readForm(args.request, ["key", "verified", "password"]);
  if (!form.has("verified")) return data<Reply>({ problem: "unverified" }, 400);
  const password = form.get("password")?.toString() ?? "";
  const confirmed = await confirmPassword(args.session, password, args.context);
  if (!confirmed.ok) return data<Reply>({ password: [confirmed.message] }, rejectedInit(confirmed));
  const erased = await eraseCustomer(customer._id, {
    withOpen: readWithOpen(args.request),
    key: form.get("key")?.toString() ?? "",
  });
  const requests = erased.requests === 1 ? "1 request" : `${formatCount(erased.requests)} requests`;
  switch (erased.outcome) {
    case "erased":
      return redirectWithToast(CUSTOMERS.list.path, {
        title: "Data deleted",
        description: `The customer and ${requests} are permanently deleted.`,
      });
    case "partial":
      return redirectWithToast(customerPage(customer._id, "data"), {
        title: "Data deleted, except what we must keep",
        description: `${requests} permanently deleted. The page says what stays, and why.`,
      });
    case "changed":
      return data<Reply>({ problem: "changed" }, 409);
    case "not-found":
      throw new Response(null, { status: 404 });
  }
});

export const clientAction = keepTyped;

interface Reply {
  problem?: "unverified" | "changed";
  /** What is wrong with the password. */
  password?: string[];
}

/** What privacy law gives a customer: a copy of all that is known about them, and its deletion. */
export default function CustomerData() {
  const { id, name, plan, withOpen } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<Reply>();
  const { problem, password } = posted ?? {};
  const page = customerPage(id, "data");
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 customer" tabIndex={-1}>
      <BackTo to={customerPage(id)} title={name} />
      <header>
        <h1>Data and privacy: {name}</h1>
        <p className="lead">
          A data request has to be answered within {DATA_REQUEST_DAYS} days. Anyone can type anyone's address,
          so verify who is asking before you send or delete anything.
        </p>
      </header>
      <section className="stack gap-3" aria-labelledby="copy">
        <h2 id="copy">A copy of what we know</h2>
        <p>
          The customer, every request with its notes, arrival alerts, email, parts held or sold, sales, and
          what we bought from them. For a seller's ID, it says what is kept, without the number and the
          photos.
        </p>
        <p className="cluster">
          <a className="button button--secondary" href={`${page}/page.html`}>
            <Icon name="document" size={20} /> Download as a Page
          </a>
          <a className="button button--secondary" href={`${page}/data.json`}>
            <Icon name="document" size={20} /> Download as JSON
          </a>
        </p>
      </section>
      <section className="stack gap-3" aria-labelledby="delete">
        <h2 id="delete">Delete their data</h2>
        {problem ? (
          <AnswerNotice tone="error" title="Nothing was deleted" answer={posted}>
            <p>
              {problem === "changed"
                ? "Something has changed since you were asked. Below is what would go now."
                : "Verify who is asking first, and check the box."}
            </p>
          </AnswerNotice>
        ) : null}
        <h3>This is permanently deleted</h3>
        <div className="prose">
          <ul>
            {plan.goes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <h3>This stays</h3>
        <div className="prose">
          <ul>
            {plan.stays.map(({ what, reason }) => (
              <li key={reason}>
                <strong>{what.join("; ")}.</strong> {reason}
              </li>
            ))}
          </ul>
        </div>
        {plan.open > 0 ? (
          <p>
            {withOpen ? (
              <Link to={page}>Keep the open requests</Link>
            ) : (
              <Link to={`${page}?open=1`}>
                {plan.open === 1
                  ? "Delete the open request too"
                  : `Delete the ${plan.open} open requests too`}
              </Link>
            )}
          </p>
        ) : null}
        <Form id="erase" method="post" className="form" noValidate>
          <input type="hidden" name="key" value={plan.key} />
          <label className="checkbox">
            {/* What was checked before the password was wrong stays so. */}
            <input
              type="checkbox"
              name="verified"
              value="yes"
              required
              defaultChecked={password !== undefined}
            />{" "}
            I have verified who is asking
          </label>
          <YourPassword
            field={{
              ...{ id: "password", name: "password", formId: "erase", errorId: "password-error" },
              errors: password,
            }}
          />
          <p className="cluster form__actions">
            <button type="submit" className="button button--danger">
              Delete Permanently
            </button>
            <Link className="button button--secondary" to={customerPage(id)}>
              Cancel
            </Link>
          </p>
        </Form>
      </section>
    </main>
  );
}

function readWithOpen(request: Request): boolean {
  return getParam(new URL(request.url).searchParams, "open") === "1";
}
