import { type ActionFunctionArgs, data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { business } from "~/business.server";
import {
  filledHoneypot,
  HONEYPOT_SENTENCE,
  readForm,
  refuseForm,
  retryAfterOf,
  tooManyInit,
  tooManySentence,
} from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { publicPage } from "~/ui/public-page";
import { type DataRequestAnswer, dataRequestFields } from "./data-request/answer";
import { checkDataRequest } from "./data-request/checks";
import { Portal } from "./data-request/portal";

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, () => ({
    path: "/partsmatrix",
    title: "Customer Data Request Portal",
    description:
      "Submit requests for customer data access, correction, or deletion. We process them within 30 days.",
  }));

export const headers: HeadersFunction = retryAfterOf;

/** Without script alone: checks the form and shows the same view. Stores and sends nothing (decisions, section 5). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, dataRequestFields(business.marketplace.id));
  const submission = checkDataRequest(form, business.marketplace.id);
  if (filledHoneypot(form)) return answer({ result: refuseForm(submission, HONEYPOT_SENTENCE) }, 400);
  if (submission.status !== "success") return answer({ result: submission.reply() }, 400);
  const limit = await countRequest("dataRequest", context.clientAddress);
  if (!limit.ok) {
    const result = refuseForm(submission, tooManySentence(limit.retryAfter));
    return data<DataRequestAnswer>({ result }, tooManyInit(limit.retryAfter));
  }
  return answer({ submitted: true }, 200);
}

export default function DataRequest() {
  return <Portal answer={useActionData<DataRequestAnswer>()} />;
}

function answer(shown: DataRequestAnswer, status: number) {
  return data(shown, { status });
}
