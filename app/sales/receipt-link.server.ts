import { signerFor } from "~/http/signed-text.server";
import { isValidId } from "~/values/id";

/** The page with a customer's receipts. The key is in its query, which is never logged. */
const RECEIPTS_PAGE = "/your-receipts";

const links = signerFor("receipt link");

/**
 * The path that the code on a receipt leads to. It is signed instead of stored, and never expires: someone with the paper may ask about a
 * warranty months later.
 */
export function receiptPath(saleId: string): string {
  return `${RECEIPTS_PAGE}?${new URLSearchParams({ key: `${saleId}.${links.sign(saleId)}` })}`;
}

/** The sale whose receipt has this key; undefined if it was not made here. */
export function readReceiptKey(key: string): string | undefined {
  const [saleId, signature, ...rest] = key.split(".");
  if (!isValidId(saleId) || !signature || rest.length > 0) return undefined;
  return links.isSigned(saleId, signature) ? saleId : undefined;
}
