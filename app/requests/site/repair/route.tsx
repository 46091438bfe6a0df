import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import type { PageHandle } from "~/http/page-handle";
import type { FormResult } from "~/http/public-form";
import { readPublicForm, takeForm } from "~/http/public-form.server";
import { customerKey } from "~/requests/customer-link.server";
import { SENT } from "~/requests/part";
import { SERVICE_SUCCESS_VIEW_MS } from "~/requests/repair";
import { submitCallback } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { findSent } from "~/requests/sent.server";
import { inTown, publicPage } from "~/site/layout/public-page";
import builtShowLater from "../../../../build/elements/show-later.js?url";
import { Callback } from "./callback";
import { CALLBACK_FIELDS } from "./callback-form";
import { CallbackSent } from "./callback-sent";
import { check } from "./checks";
import { ClosingCall, RepairHero } from "./hero";
import { Reasons, Services } from "./services";

const showLater = import.meta.env.DEV ? "/app/ui/elements/show-later.ts" : builtShowLater;

/** Not cacheable: the form has a unique key. */
export const handle: PageHandle = { static: true };

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
    check,
    limit: "repairRequest",
    store: async (fields, key) => {
      const now = new Date();
      const id = await submitCallback(fields, { key, now });
      return redirect(`/repair?${SENT}=${customerKey({ prefix: "RR", id }, now)}`, 303);
    },
  });
}

export default function Repair() {
  const { idempotencyKey, sent } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  return (
    <>
      {sent ? <CallbackSent sent={sent} /> : <RepairHero />}
      {sent ? (
        <show-later data-after={SERVICE_SUCCESS_VIEW_MS} data-from="/repair#callback">
          <script type="module" src={showLater} />
        </show-later>
      ) : (
        <Callback result={result} idempotencyKey={idempotencyKey} />
      )}
      <Services />
      <Reasons />
      <ClosingCall />
    </>
  );
}
