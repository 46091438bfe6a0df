import { business } from "~/business/business.server";
import { formatReference } from "~/values/id";
import { customerPageUrl } from "./customer";
import { readCustomerKey } from "./customer-link.server";
import { findRequest } from "./record.server";
import type { RequestCollection, RequestOf } from "./request";
import { describePromise } from "./work";

/** What a request's confirmation tells its sender; nothing about the customer, which only the private page shows. */
export interface SentRequest {
  reference: string;
  /** The customer's private page for it. */
  link: string;
  /** When its first answer is due: `Wednesday 2 pm`. */
  due: string | undefined;
  /** How it will be answered: `phone or email`. */
  by: string;
}

/** The request of this kind that the key of a customer's link opens. */
export async function findLinkedRequest<Kind extends RequestCollection>(
  kind: Kind,
  key: string,
  now: Date,
): Promise<RequestOf<Kind> | undefined> {
  const linked = readCustomerKey(key, now);
  return linked?.prefix === kind.prefix ? findRequest(kind, linked.id) : undefined;
}

/** The request that was just sent, with its confirmation; undefined once it is withdrawn, since that would promise an answer. */
export async function findSent<Kind extends RequestCollection>(
  kind: Kind,
  key: string,
  now: Date,
): Promise<{ request: RequestOf<Kind>; sent: SentRequest } | undefined> {
  const request = await findLinkedRequest(kind, key, now);
  if (!request || request.status === kind.withdrawn) return undefined;
  const { _id, answerDueAt, customerInfo } = request;
  return {
    request,
    sent: {
      reference: formatReference(kind.prefix, _id),
      link: customerPageUrl(key),
      due: answerDueAt && describePromise(answerDueAt, now, business.timeZone),
      by: [customerInfo.phone && "phone", customerInfo.email && "email"].filter(Boolean).join(" or "),
    },
  };
}
