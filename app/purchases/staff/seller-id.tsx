import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toRecord } from "~/collections/store.server";
import { purchasePage, sellerIdItem } from "~/purchases/paths";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { requirePurchase } from "./load-purchase.server";
import { openForPage } from "./seller-id.server";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("Seller's ID", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => {
  const purchase = await requirePurchase(params.id);
  return { id: purchase.id, name: PURCHASES.nameOf(toRecord(PURCHASE_RECORDS, purchase)) };
});

// A look is a post: neither a reload nor a link opens it again.
export const action = staffAction(openForPage);

export const clientAction = keepTyped;

/** What is stored about a seller's ID, shown once, for an owner. */
export default function SellerIdPage() {
  const { id, name } = useLoaderData<typeof loader>();
  const opened = useLastAnswer<typeof action>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <h1>Seller's ID</h1>
      <p className="lead">{name}</p>
      {opened ? <Opened purchaseId={id} items={opened} /> : <OpenButton />}
      <p>
        <Link className="button button--secondary" to={purchasePage(id)}>
          Close
        </Link>
      </p>
    </main>
  );
}

function OpenButton() {
  return (
    <Form method="post" className="stack gap-2">
      <p>Opening it is logged in this purchase's history, with your name.</p>
      <button type="submit" className="button">
        Open
      </button>
    </Form>
  );
}

type Items = Awaited<ReturnType<typeof openForPage>>;

function Opened({ purchaseId, items }: { purchaseId: string; items: Items }) {
  if (items.length === 0) return <p>Nothing is kept.</p>;
  return (
    <>
      {items.some(({ isLocked }) => isLocked) ? (
        <Notice tone="error" title="Some of it can't be opened">
          <p>It was encrypted with a different session secret. Restore that secret to read it.</p>
        </Notice>
      ) : null}
      {items.map(({ id, name, isLocked, number, photo }) => (
        <div key={id} className="stack gap-2">
          {photo ? <img src={photo} alt={name} /> : null}
          <p className="cluster">
            <span>
              {name}
              {number === undefined ? null : (
                <>
                  : <strong>{number}</strong>
                </>
              )}
              {isLocked ? ": can't be opened" : null}
            </span>
            <Link className="button button--secondary" to={sellerIdItem(purchaseId, id, "delete")}>
              Remove<span className="visually-hidden"> {name}</span>
            </Link>
          </p>
        </div>
      ))}
    </>
  );
}
