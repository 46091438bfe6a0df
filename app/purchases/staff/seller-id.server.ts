import type { ActionFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { makeSessionKey } from "~/accounts/session-key.server";
import { sellerIdItem } from "~/purchases/paths";
import { openSellerId } from "~/purchases/sealed-items.server";
import { requirePurchase } from "./load-purchase.server";

/** Twelve photos take minutes on a slow line. */
const KEY_SECONDS = 5 * 60;

/** What the page shows about a seller; each photo has an address, which shows it to this session for some minutes. */
export async function openForPage({ params, session, now }: StaffRequestArgs<ActionFunctionArgs>) {
  const purchase = await requirePurchase(params.id);
  const opened = await openSellerId(purchase);
  return opened.map(({ id, kind, name, isLocked, number }) => {
    const isPhoto = kind !== "idNumber" && !isLocked;
    const key = isPhoto ? makeSessionKey(photoPurpose(id), { session, now, seconds: KEY_SECONDS }) : "";
    const photo = isPhoto ? `${sellerIdItem(purchase.id, id)}?key=${key}` : undefined;
    return { id, name, isLocked, number, photo };
  });
}

/** What the key in a photo's address is for. */
export function photoPurpose(id: string): string {
  return `look at the photo ${id} of a seller`;
}
