import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import {
  HONEYPOT_MESSAGE,
  isHoneypotFilled,
  readForm,
  replyWithFormError,
  retryAfterHeader,
  tooManyRequestsInit,
  tooManyRequestsMessage,
} from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { customerPageUrl } from "~/requests/customer";
import { customerKey, readCustomerKey } from "~/requests/customer-link.server";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS, submitCallback } from "~/requests/repair.server";
import { publicPage } from "~/ui/layout/public-page";
import { formatReference } from "~/values/id";
import { Callback } from "./callback";
import { CALLBACK_FIELDS, IDEMPOTENCY_KEY } from "./callback-form";
import { type CallbackResult, failedResult } from "./callback-result";
import { checkCallback } from "./checks";
import { ClosingCall, RepairHero } from "./hero";
import { Reasons, Services } from "./services";

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business: { name, address } }) => ({
    path: "/repair",
    title: "Repair Services",
    description: `Repairs with new, used or aftermarket parts, under warranty, at ${name} in ${address.city}, ${address.state}. Call us, or request a callback.`,
  }));

/** `sent` is the request that was just stored: the URL has the key of its customer's link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get("sent") ?? "";
  const linked = readCustomerKey(key, new Date());
  const stored = linked?.prefix === "RR" ? await findRequest(REPAIR_REQUESTS, linked.id) : undefined;
  const sent = stored && {
    reference: formatReference("RR", stored._id),
    contactMethod: stored.contactMethod,
    link: customerPageUrl(key),
  };
  return data(
    { idempotencyKey: randomUUID(), sent },
    { headers: sent ? { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } : {} },
  );
}

export const headers: HeadersFunction = (responses) => ({
  ...Object.fromEntries(responses.loaderHeaders),
  ...retryAfterHeader(responses),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, CALLBACK_FIELDS);
  const submission = checkCallback(form);
  if (isHoneypotFilled(form))
    return showAgain({ reply: replyWithFormError(submission, HONEYPOT_MESSAGE) }, 400);
  if (submission.status !== "success") return showAgain({ reply: submission.reply() }, 400);
  try {
    const limit = await consumeRateLimit("repairRequest", context.clientIp);
    if (!limit.ok) {
      const reply = replyWithFormError(submission, tooManyRequestsMessage(limit.retryAfter));
      return data<CallbackResult>({ reply }, tooManyRequestsInit(limit.retryAfter));
    }
    const key = form.get(IDEMPOTENCY_KEY)?.toString() || randomUUID();
    const now = new Date();
    const id = await submitCallback(submission.value, { key, now });
    return redirect(`/repair?sent=${customerKey({ prefix: "RR", id }, now)}#callback`, 303);
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "storing a callback failed");
    return showAgain(failedResult(form, 500), 500);
  }
}

/** Keeps what was typed in the form if the network or the server fails. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return (await serverAction<typeof action>()) ?? failedInBrowser(form);
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    return failedInBrowser(form, isRouteErrorResponse(problem) ? problem.status : undefined);
  }
}

export default function Repair() {
  const { idempotencyKey, sent } = useLoaderData<typeof loader>();
  const result = useActionData<CallbackResult>();
  return (
    <>
      <RepairHero />
      <Callback result={result} idempotencyKey={idempotencyKey} sent={sent} />
      <Services />
      <Reasons />
      <ClosingCall />
    </>
  );
}

function showAgain(result: CallbackResult, status: number) {
  return data(result, { status });
}

// With an error status, so that no loader runs again over the same broken connection.
function failedInBrowser(form: FormData, status?: number): Response {
  return Response.json(failedResult(form, status), { status: 503 });
}
