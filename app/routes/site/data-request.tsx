import { type ActionFunctionArgs, data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData } from "@remix-run/react";
import { business } from "~/business/business.server";
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
import { CACHEABLE } from "~/http/page-handle";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { DATA_REQUEST_DELAY_MS, dataRequestFailed } from "~/requests/data";
import { submitDataRequest } from "~/requests/data.server";
import { publicPage } from "~/ui/layout/public-page";
import { checkDataRequest } from "./data-request/checks";
import { Portal } from "./data-request/portal";
import { type DataRequestResult, dataRequestFields } from "./data-request/result";

export const handle = CACHEABLE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, () => ({
    path: "/partsmatrix",
    title: "Customer Data Request Portal",
    description:
      "Submit requests for customer data access, correction, or deletion. We process them within 30 days.",
  }));

export const headers: HeadersFunction = retryAfterHeader;

/**
 * Checks the form, sends the request where mail is set up, and shows the success view. Without mail it stores and sends nothing, and
 * is used without script only.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, dataRequestFields(business.marketplace.id));
  const submission = checkDataRequest(form, business.marketplace.id);
  const showAgain = (message: string, init: number | ResponseInit) =>
    data<DataRequestResult>({ result: replyWithFormError(submission, message) }, init);
  if (isHoneypotFilled(form)) return showAgain(HONEYPOT_MESSAGE, 400);
  if (submission.status !== "success") return data<DataRequestResult>({ result: submission.reply() }, 400);
  try {
    const limit = await consumeRateLimit("dataRequest", context.clientIp);
    if (!limit.ok) {
      const message = tooManyRequestsMessage(limit.retryAfter);
      return showAgain(message, tooManyRequestsInit(limit.retryAfter));
    }
    await submitDataRequest(submission.value, new Date());
    return data<DataRequestResult>({ submitted: submission.value.requestType });
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "sending a data request failed");
    return showAgain(dataRequestFailed(business.privacyEmail), 500);
  }
}

/** Shows the submitting state for its two seconds, and keeps what was typed in the form if the network or the server fails. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const shownLongEnough = new Promise((resolve) => setTimeout(resolve, DATA_REQUEST_DELAY_MS));
  try {
    const result = (await serverAction<typeof action>()) ?? failedInBrowser(form);
    if ("submitted" in result) await shownLongEnough;
    return result;
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    return failedInBrowser(form);
  }
}

export default function DataRequest() {
  return <Portal result={useActionData<DataRequestResult>()} />;
}

// With an error status, so that no loader runs again over the same broken connection.
function failedInBrowser(form: FormData): Response {
  const initialValue = Object.fromEntries(form) as Record<string, string>;
  return Response.json({ result: { initialValue }, isFailed: true } satisfies DataRequestResult, {
    status: 503,
  });
}
