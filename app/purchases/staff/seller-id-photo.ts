import { redirect } from "@remix-run/node";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { isSessionKey } from "~/accounts/session-key.server";
import { purchasePage } from "~/purchases/paths";
import { openKeptItem } from "~/purchases/sealed-items.server";
import { isValidId } from "~/values/id";
import { getParam } from "~/values/query-params";
import { requirePurchase } from "./load-purchase.server";
import { photoPurpose } from "./seller-id.server";

/** A photo of a seller's ID or title; without the key of a look that is in the history, the page that opens it. */
export const loader = staffLoader(async ({ request, params: { id, item }, session, now }) => {
  const purchase = await requirePurchase(id);
  if (!isValidId(item)) throw new Response(null, { status: 404 });
  const key = getParam(new URL(request.url).searchParams, "key");
  if (!isSessionKey(key, photoPurpose(item), { session, now }))
    return redirect(purchasePage(purchase.id, "seller-id"), 303);
  const webp = await openKeptItem(purchase.id, item);
  if (!webp) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(webp), { headers: { "Content-Type": "image/webp" } });
});

export const action = noStaffAction;
