import { data, type HeadersFunction } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { toRecord } from "~/collections/store.server";
import { readForm, rejectedInit, retryAfterHeader } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { purchasePage } from "~/purchases/paths";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import { deleteKeptItem, listKeptItems } from "~/purchases/sealed-items.server";
import { DeleteWithPassword } from "~/staff/forms/delete-with-password";
import { pageTitle } from "~/ui/layout/page-title";
import { requirePurchase } from "./load-purchase.server";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches }) =>
  pageTitle("Remove from a Seller's ID", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

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

/** Removes it. Nothing brings it back, so a session that was left open is not enough. */
export const action = staffAction(async ({ request, params, context, session }) => {
  const purchase = await requirePurchase(params.id);
  const form = await readForm(request, ["password"]);
  const confirmed = await confirmPassword(session, form.get("password")?.toString() ?? "", context);
  if (!confirmed.ok) return data({ problem: confirmed.message }, rejectedInit(confirmed));
  await deleteKeptItem(purchase, params.item ?? "");
  return redirectWithToast(purchasePage(purchase.id), {
    title: "Removed",
    description: "Anything else kept about the seller stays.",
  });
});

/** Asks before a photo or number is removed, with the password. */
export default function DeleteSellerIdItem() {
  const { id, purchase, name } = useLoaderData<typeof loader>();
  const problem = (useActionData<typeof action>() as { problem: string } | undefined)?.problem;
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>Are you sure you want to permanently remove this?</h1>
        <p>
          <strong>{name}</strong>, {purchase}
        </p>
        <p>
          This can't be undone, and the law may require you to keep it. The purchase's history says that you
          removed it.
        </p>
        <DeleteWithPassword label="Remove" cancelTo={purchasePage(id)} problem={problem} />
      </div>
    </main>
  );
}
