import { randomUUID } from "node:crypto";
import { type AppLoadContext, data } from "@remix-run/node";
import {
  HONEYPOT_MESSAGE,
  isHoneypotFilled,
  replyWithFormError,
  tooManyRequestsInit,
  tooManyRequestsMessage,
} from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { CUSTOMER_INTENTS, CUSTOMER_MESSAGES, customerPageUrl } from "~/requests/customer";
import { addCustomerNote, type CustomerOutcome, withdrawRequest } from "~/requests/customer.server";
import { checkMessage } from "./checks";
import { type CustomerResult, failedResult, IDEMPOTENCY_KEY } from "./customer-result";

/** Does what the form's `intent` says, and returns to the page; a form that is not applied comes back as typed. */
export async function postCustomerForm(linkKey: string, form: FormData, context: AppLoadContext) {
  const intent = CUSTOMER_INTENTS.find((known) => known === form.get("intent"));
  if (!intent) throw new Response(null, { status: 400 });
  try {
    return intent === "withdraw"
      ? await withdraw(linkKey, context)
      : await addMessage(linkKey, form, context);
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "customer's form not saved");
    return data(failedResult(form), { status: 500 });
  }
}

async function addMessage(linkKey: string, form: FormData, { clientIp }: AppLoadContext) {
  const submission = checkMessage(form);
  const showAgain = (message: string, init: ResponseInit) =>
    data<CustomerResult>({ reply: replyWithFormError(submission, message) }, init);
  if (isHoneypotFilled(form)) return showAgain(HONEYPOT_MESSAGE, { status: 400 });
  if (submission.status !== "success")
    return data<CustomerResult>({ reply: submission.reply() }, { status: 400 });
  const limit = await consumeRateLimit("customerPage", clientIp);
  if (!limit.ok)
    return showAgain(tooManyRequestsMessage(limit.retryAfter), tooManyRequestsInit(limit.retryAfter));

  const formKey = form.get(IDEMPOTENCY_KEY)?.toString() || randomUUID();
  const now = new Date();
  const outcome = await addCustomerNote(linkKey, submission.value.content, { formKey, now });
  if (outcome === "done") return backToPage(linkKey, CUSTOMER_MESSAGES.added);
  const { full, cancelled, notSent } = CUSTOMER_MESSAGES;
  const why = { full, finished: cancelled, "not-found": notSent }[outcome];
  return showAgain(why, { status: statusOf(outcome) });
}

async function withdraw(linkKey: string, { clientIp }: AppLoadContext) {
  const limit = await consumeRateLimit("customerPage", clientIp);
  if (!limit.ok) {
    const notWithdrawn = tooManyRequestsMessage(limit.retryAfter);
    return data<CustomerResult>({ notWithdrawn }, tooManyRequestsInit(limit.retryAfter));
  }
  const outcome = await withdrawRequest(linkKey, new Date());
  if (outcome === "done") return backToPage(linkKey, CUSTOMER_MESSAGES.withdrawn);
  return data<CustomerResult>({ notWithdrawn: CUSTOMER_MESSAGES.finished }, { status: statusOf(outcome) });
}

function statusOf(outcome: CustomerOutcome): number {
  return outcome === "not-found" ? 404 : 409;
}

function backToPage(linkKey: string, title: string): Promise<Response> {
  // In place of the current history entry: Back leads to the page before, not to this one as it was.
  return redirectWithToast(customerPageUrl(linkKey), { title }, { "X-Remix-Replace": "true" });
}
