import { signerFor } from "~/http/signed-text.server";
import { DAY_MS } from "~/values/days";
import { isReferencePrefix, isValidId, type ReferencePrefix } from "~/values/id";
import { CUSTOMER_LINK_DAYS, customerPageUrl } from "./customer";

const links = signerFor("customer link");

/** The request that a link opens. */
interface LinkedRequest {
  prefix: ReferencePrefix;
  id: string;
}

/** The path of the private page of one request, which anyone who has the link can open for 30 days. */
export function customerPath(request: LinkedRequest, now: Date): string {
  return customerPageUrl(customerKey(request, now));
}

/** The key in that path. It is signed instead of stored, so that each mail can carry a fresh one. */
export function customerKey({ prefix, id }: LinkedRequest, now: Date): string {
  const expires = Math.ceil((now.getTime() + CUSTOMER_LINK_DAYS * DAY_MS) / 1000).toString(36);
  const content = `${prefix}.${id}.${expires}`;
  return `${content}.${links.sign(content)}`;
}

/** The request that a link's key opens; undefined if it has expired or was not made here. */
export function readCustomerKey(key: string, now: Date): LinkedRequest | undefined {
  const [prefix, id, expires, signature, ...rest] = key.split(".");
  if (!isReferencePrefix(prefix) || !isValidId(id) || !expires || !signature || rest.length > 0)
    return undefined;
  if (!links.isSigned(`${prefix}.${id}.${expires}`, signature)) return undefined;
  return Number.parseInt(expires, 36) * 1000 > now.getTime() ? { prefix, id } : undefined;
}
