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
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS, submitCallback } from "~/requests/repair.server";
import { publicPage } from "~/ui/layout/public-page";
import { formatReference, isValidId } from "~/values/id";
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

/** `sent` is the request that the URL says was just stored. */
export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("sent") ?? undefined;
  const stored = isValidId(id) ? await findRequest(REPAIR_REQUESTS, id) : undefined;
  const sent = stored && {
    reference: formatReference("RR", stored._id),
    contactMethod: stored.contactMethod,
  };
  return { idempotencyKey: randomUUID(), sent };
}

export const headers: HeadersFunction = retryAfterHeader;

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
    const key = form.get(IDEMPOTENCY_KEY)?.toString() ?? randomUUID();
    const id = await submitCallback(submission.value, { key, now: new Date() });
    return redirect(`/repair?sent=${id}#callback`, 303);
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
