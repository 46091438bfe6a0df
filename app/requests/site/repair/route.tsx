import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { readPublicForm, takeForm } from "~/http/public-form.server";
import { customerPageUrl } from "~/requests/customer";
import { customerKey, readCustomerKey } from "~/requests/customer-link.server";
import { findRequest } from "~/requests/record.server";
import { submitCallback } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { publicPage } from "~/site/layout/public-page";
import { sendForm } from "~/ui/forms/public-form";
import { formatReference } from "~/values/id";
import { Callback } from "./callback";
import { CALLBACK_FIELDS } from "./callback-form";
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
  return takeForm(await readPublicForm(request, CALLBACK_FIELDS), context, {
    name: "a callback",
    check: checkCallback,
    limit: "repairRequest",
    store: async (fields, key) => {
      const now = new Date();
      const id = await submitCallback(fields, { key, now });
      return redirect(`/repair?sent=${customerKey({ prefix: "RR", id }, now)}#callback`, 303);
    },
  });
}

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

export default function Repair() {
  const { idempotencyKey, sent } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
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
