import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData } from "@remix-run/react";
import { business } from "~/business/business.server";
import { retryAfterHeader } from "~/http/form.server";
import { CACHEABLE } from "~/http/page-handle";
import { readPublicForm, takeForm } from "~/http/public-form.server";
import { DATA_REQUEST_DAYS, DATA_REQUEST_DELAY_MS } from "~/requests/data";
import { submitDataRequest } from "~/requests/data.server";
import { ExampleLine } from "~/site/layout/example-line";
import { publicPage } from "~/site/layout/public-page";
import { sendForm } from "~/ui/forms/public-form";
import { checkDataRequest } from "./checks";
import { Portal } from "./portal";
import { type DataRequestResult, dataRequestFields } from "./result";

export const handle = CACHEABLE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, () => ({
    path: "/partsmatrix",
    title: ["Customer Data Request Portal"],
    description: `Submit requests for customer data access, correction, or deletion. We process them within ${DATA_REQUEST_DAYS} days.`,
  }));

export const headers: HeadersFunction = retryAfterHeader;

/** Without mail it stores and sends nothing, and is used without script only. */
export async function action({ request, context }: ActionFunctionArgs) {
  const marketplaceId = business.marketplace?.id;
  return takeForm(await readPublicForm(request, dataRequestFields(marketplaceId)), context, {
    name: "a data request",
    check: (form) => checkDataRequest(form, marketplaceId),
    limit: "dataRequest",
    store: async (fields) => {
      await submitDataRequest(fields, new Date());
      return { submitted: fields.requestType };
    },
  });
}

/** Shows the submitting state for its two seconds. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const shownLongEnough = new Promise((resolve) => setTimeout(resolve, DATA_REQUEST_DELAY_MS));
  const result = await sendForm<DataRequestResult>(args);
  if ("submitted" in result) await shownLongEnough;
  return result;
}

export default function DataRequest() {
  const result = useActionData<DataRequestResult>();
  return (
    <>
      <ExampleLine />
      <Portal result={result} />
    </>
  );
}
