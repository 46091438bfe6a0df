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
import { Fragment, lazy, Suspense } from "react";
import { retryAfterHeader } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { readPublicForm, takeForm } from "~/http/public-form.server";
import { customerKey } from "~/requests/customer-link.server";
import { SENT } from "~/requests/part";
import { submitCallback } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { findSent } from "~/requests/sent.server";
import { useSuccessView } from "~/requests/site/use-success-view";
import { inTown, publicPage } from "~/site/layout/public-page";
import { sendForm } from "~/ui/forms/public-form";
import { Callback } from "./callback";
import { CALLBACK_FIELDS } from "./callback-form";
import { checkCallback } from "./checks";
import { ClosingCall, RepairHero } from "./hero";
import { Reasons, Services } from "./services";

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business: { name, address } }) => ({
    path: "/repair",
    title: [`Auto Repair${inTown({ address })}`],
    description: `Repairs with new, used or aftermarket parts, under warranty, at ${name} in ${address.city}, ${address.state}. Call us, or request a callback.`,
  }));

/** `sent` is the request that was just stored: the URL has the key of its customer's link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get(SENT) ?? "";
  const found = await findSent(REPAIR_REQUESTS, key, new Date());
  const sent = found && { ...found.sent, contactMethod: found.request.contactMethod };
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
      return redirect(`/repair?${SENT}=${customerKey({ prefix: "RR", id }, now)}`, 303);
    },
  });
}

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args);
}

export default function Repair() {
  const { idempotencyKey, sent } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const isAlone = useSuccessView(sent?.reference);
  return (
    <Suspense>
      {sent ? <CallbackSent key={sent.reference} sent={sent} /> : <RepairHero />}
      {/* On a slow line what is wrong is said long after the tap: then it is another screen, of which nothing has moved. */}
      <Fragment key={JSON.stringify(result && [result.reply.error, result.failure])}>
        {isAlone ? null : <Callback result={result} idempotencyKey={idempotencyKey} />}
        <Services />
        <Reasons />
        <ClosingCall />
      </Fragment>
    </Suspense>
  );
}

// A file of its own, since most visitors send nothing.
const CallbackSent = lazy(() => import("./callback-sent"));
