import { Link, type MetaFunction, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toRecord } from "~/collections/store.server";
import { redirectWithToast } from "~/http/toast.server";
import { purchasePage } from "~/purchases/paths";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import { deleteKeptItem, listKeptItems } from "~/purchases/sealed-items.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { DeleteForm } from "~/ui/forms/confirm-delete";
import { pageTitle } from "~/ui/layout/page-title";
import { requirePurchase } from "./load-purchase.server";
import { REMOVE_NOTE, REMOVE_QUESTION } from "./seller-id-words";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches }) =>
  pageTitle("Remove from a Seller's ID", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => {
  const purchase = await requirePurchase(params.id);
  const item = (await listKeptItems(purchase.id)).find(({ id }) => id === params.item);
  if (!item) throw new Response(null, { status: 404 });
  return {
    id: purchase.id,
    purchase: PURCHASES.nameOf(toRecord(PURCHASE_RECORDS, purchase)),
    name: item.name,
  };
});

export const action = staffAction(async ({ params }) => {
  const purchase = await requirePurchase(params.id);
  await deleteKeptItem(purchase, params.item ?? "");
  return redirectWithToast(purchasePage(purchase.id), {
    title: "Removed",
    description: "What else is kept of the seller stays.",
  });
});

export const clientAction = keepTyped;

/** Asks before a photo or number is removed; with script, a dialog on the opened page asks instead. */
export default function DeleteSellerIdItem() {
  const { id, purchase, name } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{REMOVE_QUESTION}</h1>
        <p>
          <strong>{name}</strong>, {purchase}
        </p>
        <p>{REMOVE_NOTE}</p>
        <DeleteForm action={pathname} label="Remove">
          <Link className="button button--secondary" to={purchasePage(id)}>
            Cancel
          </Link>
        </DeleteForm>
      </div>
    </main>
  );
}
