import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import { type FormResult, IDEMPOTENCY_KEY } from "~/http/public-form";
import { readPublicForm } from "~/http/public-form.server";
import { findCustomerRequest } from "~/requests/customer.server";
import { sendForm } from "~/ui/forms/public-form";
import { pageTitle } from "~/ui/layout/page-title";
import { postCustomerForm } from "./action.server";
import { NoSuchLink } from "./no-such-link";
import { RequestPage } from "./request-page";
import { WithdrawPage } from "./withdraw";

const CUSTOMER_FIELDS = ["intent", "content", IDEMPOTENCY_KEY];

// The middleware's header says the same to crawlers that read no HTML (app/http/headers.server.ts).
export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageTitle(
    loaded ? `Your request ${loaded.request.reference}` : "This link doesn't open a request",
    matches,
  ),
  { name: "robots", content: "noindex" },
];

/** `key` opens the request (app/requests/customer-link.server.ts). Every key that opens none gets the same answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const found = await findCustomerRequest(key, new Date());
  if (!found) return data(null, { status: 404 });
  return data({ key, request: found, idempotencyKey: randomUUID() });
}

export const headers: HeadersFunction = retryAfterHeader;

export async function action({ request, context }: ActionFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postCustomerForm(key, await readPublicForm(request, CUSTOMER_FIELDS), context);
}

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

/** After an error the page stays as it is, unless what was rejected met a request that has changed meanwhile. */
export function shouldRevalidate({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) {
  return actionStatus < 400 || actionStatus === 409;
}

/** A customer's page for their request, behind the private link of its confirmation. */
export default function YourRequest() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const [params] = useSearchParams();
  if (!loaded) return <NoSuchLink unsent={result?.reply.initialValue?.content} />;
  const { key, request, idempotencyKey } = loaded;
  if (params.get("ask") === "withdraw" && request.canWithdraw && !result)
    return <WithdrawPage linkKey={key} request={request} />;
  return <RequestPage linkKey={key} request={request} result={result} idempotencyKey={idempotencyKey} />;
}
