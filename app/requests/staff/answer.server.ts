import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { log } from "~/http/log.server";
import { redirectWithToast } from "~/http/toast.server";
import { FROM_PARAMETER } from "~/lists/staff";
import { isMailOn } from "~/mail/settings.server";
import { toAnswerTopic } from "~/requests/answer";
import { type Answered, currentVersion, draftFor, followUrl, sendAnswer } from "~/requests/answer.server";
import { currentEstimate, listEstimates } from "~/requests/estimate.server";
import { findHeldPart } from "~/requests/held-part.server";
import { listOffers } from "~/requests/offer.server";
import { findStaffRequest, type StaffRequest } from "~/requests/record.server";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import { toRequestView } from "~/requests/view.server";
import { REQUEST_GONE } from "~/requests/work";
import { answerFormSchema } from "~/requests/work-schema";
import { checkForm } from "~/ui/forms/check-form";
import { formatReference, isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { getParam } from "~/values/query-params";
import { safeReturnPath } from "~/values/return-path";
import { findDonor } from "~/vehicles/donors.server";
import { type AnswerResult, KEY_FIELD } from "./answer-result";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const FIELDS = ["subject", "text", KEY_FIELD, EXPECTED_VERSION_FIELD];

const MAIL_OFF = "Email is off, so nothing can be sent from here. See the Email page to turn it on.";
const FAILED = "The message isn't sent, because something went wrong on our end. Please try again.";
const NO_ADDRESS = "This customer gave no email address.";

/** The request that the URL names, and the message to start from. @throws Response 404 */
export async function loadAnswer(kind: RequestCollection, args: StaffRequestArgs<LoaderFunctionArgs>) {
  const {
    request: { url },
    params: { id },
    session,
    now,
  } = args;
  const stored = isValidId(id) ? await findStaffRequest(kind, id) : undefined;
  if (!stored) throw new Response(null, { status: 404 });
  const { searchParams } = new URL(url);
  const { about, donorId } = readTopic(searchParams);
  const [donor, part, estimates, [offer], saved] = await Promise.all([
    donorId === undefined ? undefined : findDonor(donorId),
    about === "quoted" ? findHeldPart(stored._id, now) : undefined,
    about === "estimate" ? listEstimates(stored._id) : [],
    about === "offer" ? listOffers(stored._id, now) : [],
    readSavedAnswer(args),
  ]);
  const isDonorGone = donorId !== undefined && !donor;
  return {
    request: toRequestView(stored, kind, { now, staff: [] }),
    values:
      saved?.values ??
      draftFor(kind, stored, { about, donor, part, offer, estimate: currentEstimate(estimates) }),
    expectedVersion: saved?.expectedVersion ?? currentVersion(stored.notes.length, isDonorGone),
    key: newId(now),
    isSaved: saved !== undefined,
    obstacle: findObstacle(stored, isDonorGone),
    replyTo: business.email,
    hasLink: followUrl(kind, stored._id, now) !== undefined,
    backTo: backUrl(searchParams, kind, stored._id),
    owner: session.user._id,
  };
}

/** Sends the message and returns to where it was opened. One that is not sent comes back as typed. */
export async function answerByMail(kind: RequestCollection, args: StaffRequestArgs<ActionFunctionArgs>) {
  const { request, params, context, now } = args;
  const { id } = params;
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  const expectedVersion = form.get(EXPECTED_VERSION_FIELD)?.toString() ?? "";
  const submission = checkForm(form, answerFormSchema);
  if (submission.status !== "success")
    return data<AnswerResult>({ reply: submission.reply(), key: newId(now), expectedVersion }, 400);
  const { searchParams } = new URL(request.url);
  const { donorId } = readTopic(searchParams);
  const key = form.get(KEY_FIELD)?.toString() || newId(now);
  let outcome: Answered;
  try {
    outcome = await sendAnswer(kind, id, { ...submission.value, donorId, expectedVersion, key });
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "storing a message failed");
    return data<AnswerResult>(
      { reply: submission.reply({ formErrors: [FAILED] }), key, expectedVersion },
      500,
    );
  }
  if (outcome === "sent") {
    return redirectWithToast(`${backUrl(searchParams, kind, id)}#answer-${id}`, {
      title: "Your message is on its way",
      description: `${formatReference(kind.prefix, id)}: ${submission.value.subject}`,
    });
  }
  const refused = await describeRefusal(kind, id, { outcome, donorId, expectedVersion, now });
  const { formErrors, ...rest } = refused;
  return data<AnswerResult>({ reply: submission.reply({ formErrors }), key: newId(now), ...rest }, 409);
}

interface Refusal {
  outcome: Exclude<Answered, "sent">;
  donorId: string | undefined;
  expectedVersion: string;
  now: Date;
}

/** Why a message is not sent, and what has happened since its form was opened. */
async function describeRefusal(
  kind: RequestCollection,
  id: string,
  { outcome, donorId, expectedVersion, now }: Refusal,
): Promise<Pick<AnswerResult, "expectedVersion" | "changes"> & { formErrors: string[] }> {
  const stored = await findStaffRequest(kind, id);
  if (outcome === "not-found" || !stored) return { expectedVersion, formErrors: [REQUEST_GONE] };
  if (outcome === "no-address") return { expectedVersion, formErrors: [isMailOn() ? NO_ADDRESS : MAIL_OFF] };
  const isDonorGone = donorId !== undefined && !(await findDonor(donorId));
  const { notes } = toRequestView(stored, kind, { now, staff: [] });
  const expectedNotes = Number.parseInt(expectedVersion, 10) || 0;
  return {
    expectedVersion: currentVersion(stored.notes.length, isDonorGone),
    changes: { notes: notes.slice(expectedNotes), isDonorGone },
    formErrors: [],
  };
}

/** Why no message can be written. */
function findObstacle(
  { deletedAt, customerInfo }: StaffRequest<AnyRequest>,
  isDonorGone: boolean,
): { title: string; message: string } | undefined {
  if (deletedAt) return { title: "This request is deleted", message: "Restore it on its page to write." };
  const message = isMailOn() ? NO_ADDRESS : MAIL_OFF;
  if (!isMailOn() || !customerInfo.email) return { title: "You can't email this customer", message };
  if (!isDonorGone) return undefined;
  return {
    title: "That vehicle is gone",
    message: "It has been scrapped or removed. Go back to the request for the others.",
  };
}

function readTopic(params: URLSearchParams) {
  const about = toAnswerTopic(params.get("about"));
  return { about, donorId: about === "donor" ? getParam(params, "vehicle") : undefined };
}

/** The page that the message was opened from: the request's, or its list with its filters and open rows. */
export function backUrl(
  params: URLSearchParams,
  { path }: Pick<RequestCollection, "path">,
  id: string,
): string {
  const page = `${path}/${id}`;
  const url = safeReturnPath(getParam(params, FROM_PARAMETER));
  const [from] = url.split("?", 1);
  return from === path || from === page ? url : page;
}

/** A message that was posted after its writer's session had ended. */
async function readSavedAnswer(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const form = await readSavedForm(args, FIELDS);
  const text = (name: string) => form?.get(name)?.toString();
  return (
    form && {
      values: { subject: text("subject") ?? "", text: text("text") ?? "" },
      expectedVersion: text(EXPECTED_VERSION_FIELD),
    }
  );
}
