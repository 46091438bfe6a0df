import { data } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { formFields } from "~/collections/collection";
import { formatFieldValue } from "~/collections/form";
import { findRecord } from "~/collections/records.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS, type Customer, type CustomerFields } from "~/customers/customers";
import { mergeFields } from "~/customers/merge";
import { mergeCustomers } from "~/customers/merge.server";
import { customerPage, mergeUrl } from "~/customers/paths";
import { countRequests } from "~/customers/request-counts.server";
import { type CustomerHead, findOthers, findPossiblySame } from "~/customers/similar.server";
import { TRASH_DAYS } from "~/history/change";
import { undoDelete } from "~/history/trash";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { countSalesAndReturns } from "~/sales/of-customer.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { Facts } from "~/ui/layout/facts";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { getParam, getTextParam } from "~/values/query-params";
import { requireCustomer } from "./loaders.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("Merge customers", matches, "For staff.");

export const loader = staffLoader(async (args) => {
  const kept = await requireCustomer(args);
  const { searchParams } = new URL(args.request.url);
  const otherId = getParam(searchParams, "with");
  const head = { id: kept.item._id, name: CUSTOMERS.nameOf(kept.item) };
  if (otherId) {
    const other =
      isValidId(otherId) && otherId !== head.id ? await findRecord(CUSTOMER_RECORDS, otherId) : undefined;
    if (!other) throw new Response(null, { status: 404 });
    const counts = await countRequests([otherId]);
    return {
      ...head,
      preview: {
        otherId,
        otherName: CUSTOMERS.nameOf(other.item),
        facts: describe(mergeFields(kept.item, other.item)),
        lost: describeLost(kept.item, other.item),
        requests: counts.get(otherId)?.all ?? 0,
        ...(await countSalesAndReturns(otherId)),
        keptVersion: kept.version,
        otherVersion: other.version,
      },
    };
  }
  const q = getTextParam(searchParams, "q");
  const [same, others] = await Promise.all([
    q === undefined ? findPossiblySame(head.id) : [],
    findOthers(kept.item, q),
  ]);
  const found = [...same, ...others.filter(({ _id }) => !same.some((one) => one._id === _id))];
  return { ...head, preview: undefined, q, found };
});

/** Merges, as it was previewed. */
export const action = staffAction(async (args) => {
  const { item: kept } = await requireCustomer(args);
  const form = await readForm(args.request, ["other", "keptVersion", "otherVersion"]);
  const text = (name: string) => form.get(name)?.toString() ?? "";
  const otherId = text("other");
  if (!isValidId(otherId)) throw new Response(null, { status: 400 });
  const merged = await mergeCustomers(kept._id, otherId, {
    kept: text("keptVersion"),
    other: text("otherVersion"),
  });
  if (merged.outcome === "merged") {
    const to = customerPage(kept._id);
    return redirectWithToast(to, {
      title: "Customers merged",
      description: CUSTOMERS.nameOf(merged.kept),
      action: undoDelete({ kind: CUSTOMERS.recordKind, id: otherId }, to),
    });
  }
  return data({ outcome: merged.outcome }, merged.outcome === "changed" ? 409 : 404);
});

export const clientAction = keepTyped;

/** Finds the other customer, and then shows what the two would be as one. */
export default function MergeCustomers() {
  const { id, name, ...loaded } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<typeof action>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 customer" tabIndex={-1}>
      <BackTo to={customerPage(id)} title={name} />
      <h1>Merge {name} with another customer</h1>
      {posted ? (
        <AnswerNotice tone="error" title="Not merged" answer={posted}>
          <p>
            {posted.outcome === "changed"
              ? "Someone has changed one of them since. Below is what the two would be now."
              : "The other customer is gone. Someone may have merged or deleted it."}
          </p>
        </AnswerNotice>
      ) : null}
      {loaded.preview ? <Preview id={id} name={name} {...loaded.preview} /> : <Search id={id} {...loaded} />}
    </main>
  );
}

interface SearchProps {
  id: string;
  q?: string | undefined;
  found: readonly CustomerHead[];
}

function Search({ id, q, found }: SearchProps) {
  return (
    <>
      <Form method="get" className="form wide" role="search" aria-label="Customers">
        <div className="field">
          <label className="field__label" htmlFor="q">
            Search by name, phone or email
          </label>
          <div className="row">
            <input className="input" id="q" name="q" type="search" defaultValue={q} maxLength={200} />
            <button type="submit" className="button">
              Search
            </button>
          </div>
        </div>
      </Form>
      {found.length > 0 ? (
        <section className="stack gap-3" aria-labelledby="found">
          <h2 id="found">{q === undefined ? "Maybe one of these" : "Found"}</h2>
          <ul className="rows gap-4">
            {found.map((other) => (
              <li key={other._id} className="cluster between gap-2 gap-x-4">
                <span>
                  <strong>{other.name}</strong> {[...other.phones, ...other.emails].join(", ")}
                </span>
                <Link className="button button--secondary button--small" to={mergeUrl(id, other._id)}>
                  Preview<span className="visually-hidden"> the merge with {other.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p>{q === undefined ? "Search for the other customer." : "No other customer matches."}</p>
      )}
      <p>
        <Link to={customerPage(id)}>Cancel</Link>
      </p>
    </>
  );
}

interface PreviewProps {
  id: string;
  name: string;
  otherId: string;
  otherName: string;
  facts: [label: string, text: string][];
  lost: [label: string, text: string][];
  requests: number;
  sales: number;
  creditNotes: number;
  keptVersion: string;
  otherVersion: string;
}

function Preview({ id, name, otherId, otherName, facts, lost, requests, ...loaded }: PreviewProps) {
  const { sales, creditNotes, ...versions } = loaded;
  const bought = [
    ...(sales > 0 ? [sales === 1 ? "1 sale" : `${sales} sales`] : []),
    ...(creditNotes > 0 ? [creditNotes === 1 ? "1 credit note" : `${creditNotes} credit notes`] : []),
  ];
  return (
    <>
      <section className="stack gap-3" aria-labelledby="after">
        <h2 id="after">One customer afterwards</h2>
        <Facts facts={facts} className="record-facts" />
      </section>
      <div className="prose">
        <ul>
          <li>
            {requests === 0
              ? `${otherName} has no requests.`
              : requests === 1
                ? `The request of ${otherName} becomes one of ${name}.`
                : `The ${requests} requests of ${otherName} become those of ${name}.`}
          </li>
          {bought.length > 0 ? (
            <li>
              {name} gets what {otherName} has bought and brought back: {bought.join(" and ")}.
            </li>
          ) : null}
          {lost.map(([label, text]) => (
            <li key={label}>
              {label} of {otherName} is not kept: {text}
            </li>
          ))}
          <li>
            {otherName} goes to the trash. For {TRASH_DAYS} days you can undo all of this.
          </li>
        </ul>
      </div>
      <Form method="post" className="cluster form__actions">
        <input type="hidden" name="other" value={otherId} />
        <input type="hidden" name="keptVersion" value={versions.keptVersion} />
        <input type="hidden" name="otherVersion" value={versions.otherVersion} />
        <button type="submit" className="button">
          Merge Customers
        </button>
        <Link className="button button--secondary" to={mergeUrl(otherId, id)}>
          Keep {otherName} Instead
        </Link>
        <Link className="button button--quiet" to={customerPage(id)}>
          Cancel
        </Link>
      </Form>
    </>
  );
}

function describe(fields: CustomerFields): [label: string, text: string][] {
  const values = fields as Record<string, unknown>;
  return formFields(CUSTOMERS)
    .map(([name, field]): [string, string] => [field.label, formatFieldValue(field, values[name])])
    .filter(([, text]) => text);
}

/** What the other customer has that the kept one has otherwise. */
function describeLost(kept: Customer, other: Customer): [label: string, text: string][] {
  const [own, others] = [kept, other].map((one) => one as unknown as Record<string, unknown>);
  return formFields(CUSTOMERS).flatMap(([name, field]): [string, string][] => {
    const [stays, goes] = [own?.[name], others?.[name]];
    const isLost = field.input !== "long" && stays !== undefined && goes !== undefined && stays !== goes;
    return isLost ? [[field.label, formatFieldValue(field, goes)]] : [];
  });
}
