import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toRecord } from "~/collections/store.server";
import { readForm } from "~/http/form.server";
import { purchasePage } from "~/purchases/paths";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import { openSellerId } from "~/purchases/sealed-items.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { requirePurchase } from "./load-purchase.server";

export { ErrorBoundary } from "~/staff/not-found";

/** How many photos are passed over. */
const FROM = "from";

export const meta: MetaFunction = ({ matches }) => pageTitle("Seller's ID", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => {
  const purchase = await requirePurchase(params.id);
  return { id: purchase.id, name: PURCHASES.nameOf(toRecord(PURCHASE_RECORDS, purchase)) };
});

// A look is a post: neither a reload nor a link opens it again.
export const action = staffAction(async ({ request, params }) => {
  const from = (await readForm(request, [FROM])).get(FROM)?.toString() ?? "";
  return openSellerId(await requirePurchase(params.id), /^\d{1,4}$/.test(from) ? Number(from) : 0);
});

export const clientAction = keepTyped;

/** What is kept of a seller's ID, once, for an owner. */
export default function SellerIdPage() {
  const { id, name } = useLoaderData<typeof loader>();
  const opened = useLastAnswer<typeof action>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <h1>Seller's ID</h1>
      <p className="lead">{name}</p>
      {opened ? (
        <Opened {...opened} />
      ) : (
        <>
          <p>Opening it is written in this purchase's history, with your name.</p>
          <OpenButton label="Open" />
        </>
      )}
      <p>
        <Link className="button button--secondary" to={purchasePage(id)}>
          Close
        </Link>
      </p>
    </main>
  );
}

function OpenButton({ label, from = 0 }: { label: string; from?: number }) {
  return (
    <Form method="post">
      <input type="hidden" name={FROM} value={from} />
      <button type="submit" className="button">
        {label}
      </button>
    </Form>
  );
}

function Opened({ numbers, photos, locked, from, next, total }: Awaited<ReturnType<typeof openSellerId>>) {
  return (
    <>
      <p>
        ID number: <strong>{numbers.join(", ") || "none kept"}</strong>
      </p>
      {locked > 0 ? (
        <Notice tone="error" title="Some of it can't be opened">
          <p>It was encrypted with another session secret. Bring that secret back to read it.</p>
        </Notice>
      ) : null}
      {photos.map(({ kind, url }) => (
        <figure key={url}>
          <img src={url} alt={kind === "titlePhoto" ? "The title" : "The ID"} />
        </figure>
      ))}
      {from > 0 || next !== undefined ? (
        <p>
          Photos {from + 1} to {next ?? total} of {total}
        </p>
      ) : null}
      {next === undefined ? null : <OpenButton label="Open More Photos" from={next} />}
    </>
  );
}
