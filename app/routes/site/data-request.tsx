import { type ActionFunctionArgs, data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
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
import { CACHEABLE } from "~/http/page-handle";
import { consumeRateLimit } from "~/http/rate-limits.server";
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

/** Used without script only: checks the form and shows the success view. Stores and sends nothing (decisions, section 5). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, dataRequestFields(business.marketplace.id));
  const submission = checkDataRequest(form, business.marketplace.id);
  if (isHoneypotFilled(form))
    return respond({ result: replyWithFormError(submission, HONEYPOT_MESSAGE) }, 400);
  if (submission.status !== "success") return respond({ result: submission.reply() }, 400);
  const limit = await consumeRateLimit("dataRequest", context.clientIp);
  if (!limit.ok) {
    const result = replyWithFormError(submission, tooManyRequestsMessage(limit.retryAfter));
    return data<DataRequestResult>({ result }, tooManyRequestsInit(limit.retryAfter));
  }
  return respond({ submitted: submission.value.requestType }, 200);
}

export default function DataRequest() {
  return <Portal result={useActionData<DataRequestResult>()} />;
}

function respond(result: DataRequestResult, status: number) {
  return data(result, { status });
}
