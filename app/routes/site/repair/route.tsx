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
  filledHoneypot,
  HONEYPOT_SENTENCE,
  readForm,
  refuseForm,
  retryAfterOf,
  tooManyInit,
  tooManySentence,
} from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { log } from "~/doors/log.server";
import { isIdShaped, referenceFor } from "~/models/id";
import { createCallback, findRepairRequest } from "~/models/repair-request.server";
import type { PageHandle } from "~/page-handles";
import { publicPage } from "~/ui/public-page";
import { type CallbackAnswer, failedAnswer } from "./answer";
import { Callback } from "./callback";
import { CALLBACK_FIELDS, SUBMISSION_ID } from "./callback-form";
import { checkCallback } from "./checks";
import { ClosingCall, RepairHero } from "./hero";
import { Reasons, Services } from "./services";

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business: { name, address } }) => ({
    path: "/repair",
    title: "Repair Services",
    description: `Repairs with new, used or aftermarket parts, under warranty, at ${name} in ${address.city}, ${address.state}. Call us, or request a callback.`,
  }));

// The success view leaves by itself.
export const handle: PageHandle = { awake: ({ sent }: { sent?: unknown }) => sent !== undefined };

/** `sent`: the request that the form just stored, for as long as its address is open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get("sent") ?? undefined;
  const stored = isIdShaped(id) ? await findRepairRequest(id) : undefined;
  const sent = stored && {
    reference: referenceFor("RR", stored._id),
    contactMethod: stored.contactMethod,
  };
  return { submissionId: randomUUID(), sent };
}

export const headers: HeadersFunction = retryAfterOf;

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, CALLBACK_FIELDS);
  const submission = checkCallback(form);
  if (filledHoneypot(form)) return shownAgain({ result: refuseForm(submission, HONEYPOT_SENTENCE) }, 400);
  if (submission.status !== "success") return shownAgain({ result: submission.reply() }, 400);
  try {
    const limit = await countRequest("repairRequest", context.clientAddress);
    if (!limit.ok) {
      const result = refuseForm(submission, tooManySentence(limit.retryAfter));
      return data<CallbackAnswer>({ result }, tooManyInit(limit.retryAfter));
    }
    const submissionId = form.get(SUBMISSION_ID)?.toString();
    const { _id } = await createCallback(submission.value, { submissionId, now: new Date() });
    return redirect(`/repair?sent=${_id}#callback`, 303);
  } catch (error) {
    log.error({ requestId: context.requestId, failure: (error as Error).name }, "callback not stored");
    return shownAgain(failedAnswer(form, 500), 500);
  }
}

/** The words stay in the form where the network fails or something odd answers in our place. */
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
  const { submissionId, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<CallbackAnswer>();
  return (
    <>
      <RepairHero />
      <Callback answer={answer} submissionId={submissionId} sent={sent} />
      <Services />
      <Reasons />
      <ClosingCall />
    </>
  );
}

function shownAgain(answer: CallbackAnswer, status: number) {
  return data(answer, { status });
}

// As a Response of an error's status, so that nothing else is loaded anew over the same broken line.
function failedInBrowser(form: FormData, status?: number): Response {
  return Response.json(failedAnswer(form, status), { status: 503 });
}
