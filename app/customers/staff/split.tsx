import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { findRecord } from "~/collections/records.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { customerPage } from "~/customers/paths";
import { planSplit, splitRequest } from "~/customers/split.server";
import { redirectWithToast } from "~/http/toast.server";
import { requestsOf } from "~/requests/kinds";
import { keepTyped } from "~/staff/forms/keep-typed";
import { pageTitle } from "~/ui/layout/page-title";
import { formatReference, isReferencePrefix, isValidId } from "~/values/id";
import { getParam } from "~/values/query-params";
import { requireCustomer } from "./loaders.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("Split off a request", matches, "For staff.");

export const loader = staffLoader(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const { kind, id } = readRequest(args.request);
  const plan = await planSplit(customer._id, kind, id);
  if (!plan) throw new Response(null, { status: 404 });
  return {
    plan,
    reference: formatReference(kind.prefix, id),
    id: customer._id,
    name: CUSTOMERS.nameOf(customer),
  };
});

export const action = staffAction(async (args) => {
  const { item: customer } = await requireCustomer(args);
  const { kind, id } = readRequest(args.request);
  const madeId = await splitRequest(customer._id, kind, id);
  const reference = formatReference(kind.prefix, id);
  return madeId
    ? redirectWithToast(customerPage(madeId), {
        title: `${reference} has its own customer now`,
        action: await undoSplit(customer._id, madeId),
      })
    : redirectWithToast(customerPage(customer._id), {
        title: "Nothing was split off",
        description: `${reference} is not a request of this customer, or their only one.`,
        variant: "destructive",
      });
});

export const clientAction = keepTyped;

/** A split is undone by merging the two again, as they are now. */
async function undoSplit(keptId: string, otherId: string) {
  const [kept, other] = await Promise.all([keptId, otherId].map((id) => findRecord(CUSTOMER_RECORDS, id)));
  return {
    label: "Undo",
    to: `${customerPage(keptId)}/merge`,
    fields: { other: otherId, keptVersion: kept?.version ?? "", otherVersion: other?.version ?? "" },
  };
}

/** Asks before a request becomes another customer's. */
export default function SplitRequest() {
  const { plan, reference, id, name } = useLoaderData<typeof loader>();
  const going = [...plan.phones, ...plan.emails];
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 customer" tabIndex={-1}>
      <h1>
        Is {reference} not from {name}?
      </h1>
      <div className="prose">
        <ul>
          <li>
            {reference} becomes the request of a new customer, {plan.name}.
          </li>
          {going.length > 0 ? <li>{going.join(" and ")} becomes the new customer's.</li> : null}
          {plan.staying.length > 0 ? (
            <li>
              {plan.staying.join(" and ")} stays with {name}, who had it before or has other requests with it.
              So does the next request that comes in with it.
            </li>
          ) : null}
          <li>You can merge the two again anytime.</li>
        </ul>
      </div>
      <Form method="post" className="cluster form__actions">
        {/* Lynx turns a POST without any field into a GET. */}
        <button type="submit" name="intent" value="split" className="button">
          Split Off {reference}
        </button>
        <Link className="button button--secondary" to={customerPage(id)}>
          Cancel
        </Link>
      </Form>
    </main>
  );
}

/** The request that the URL names. @throws Response 404 */
function readRequest(request: Request) {
  const { searchParams } = new URL(request.url);
  const prefix = getParam(searchParams, "kind");
  const id = getParam(searchParams, "request");
  if (!isReferencePrefix(prefix) || !isValidId(id)) throw new Response(null, { status: 404 });
  return { kind: requestsOf(prefix), id };
}
