import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import { log } from "~/http/log.server";
import { IDEMPOTENCY_KEY } from "~/http/public-form";
import { checkHoneypot, checkLimit, type Rejection, readPublicForm } from "~/http/public-form.server";
import { redirectWithToast } from "~/http/toast.server";
import { checkSelection, findEntry, findSpecificPart, findSubcategory } from "~/parts/catalog";
import { customerKey } from "~/requests/customer-link.server";
import { draftCookie, readDraft } from "~/requests/draft-cookie.server";
import { PART_REQUEST_MESSAGES, SENT, type WizardStep } from "~/requests/part";
import {
  answersForAnotherPart,
  currentDecode,
  STEP_FIELDS,
  type StepValues,
  type WizardAnswers,
  withoutDonor,
  withTyped,
  wizardProgress,
} from "~/requests/part-answers";
import {
  draftKey,
  findSentRequestId,
  type PartRequestDraft,
  saveDraft,
  sendDraft,
  startDraft,
} from "~/requests/part-draft.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import {
  contactStepSchema,
  partStepSchema,
  typedVehicleSchema,
  vehicleStepSchema,
} from "~/requests/part-schema";
import { findLinkedRequest } from "~/requests/sent.server";
import { checkForm, checkNothing } from "~/ui/forms/check-form";
import { formatReference, isValidId } from "~/values/id";
import { findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import { vehicleName } from "~/vehicles/inventory";
import { lookUpVin } from "~/vin/lookup.server";
import type { VehicleInfo } from "~/vin/schema";
import { inInventoryMessage, VIN_MESSAGES } from "~/vin/validate";
import type { StepResult } from "./failure";
import { CHANGE, parseStep, stepUrl, WIZARD_INTENTS, type WizardIntent } from "./wizard";

/** Every field that a step may post. */
const POSTED_FIELDS = [
  "step",
  "intent",
  "q",
  "pick",
  "donor",
  "donorVin",
  "removeDonor",
  "entry",
  "retry",
  CHANGE,
  ...STEP_FIELDS[1],
  ...STEP_FIELDS[2],
  ...STEP_FIELDS[3],
  IDEMPOTENCY_KEY,
  "reviewed",
  SENT,
];

const CHANGED_TOAST = {
  title: "Your answers changed after this page loaded.",
  description: "Please check them again.",
  variant: "destructive",
} as const;

type Toast = Parameters<typeof redirectWithToast>[1];

/** One post to the wizard. */
interface Post {
  form: FormData;
  step: WizardStep;
  intent: WizardIntent;
  draft: PartRequestDraft | undefined;
  /** The draft's answers with this post's added. */
  answers: WizardAnswers;
  clientIp: string;
  now: Date;
}

/**
 * Handles a post of any step: saves what was typed, valid or not, then redirects, or shows the step again with its errors.
 * If it cannot be saved, the form comes back with everything that was typed.
 */
export async function postStep(
  request: Request,
  { clientIp, requestId }: { clientIp: string; requestId: string },
) {
  const form = await readPublicForm(request, POSTED_FIELDS);
  const step = parseStep(form.get("step"));
  try {
    const post = await readPost(request, form, step, clientIp);
    if (post.intent === "another") return await startAnother(post);
    if (step === 4) return await submitRequest(post);
    if (!post.draft && step !== 1) return redirectToStart();
    if (post.intent === "back") return await goTo(post, step === 3 ? 2 : 1);
    if (step === 1) return await postVehicle(post);
    return step === 2 ? await postPart(post) : await postContact(post);
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ requestId, error }, "wizard step not saved");
    const { failed, notSent, tryAgain } = PART_REQUEST_MESSAGES;
    const message = `${step === 4 ? failed : notSent}. ${tryAgain}`;
    return data({ step, reply: checkNothing(form).reply({ formErrors: [message] }) }, 500);
  }
}

async function readPost(request: Request, form: FormData, step: WizardStep, clientIp: string): Promise<Post> {
  const now = new Date();
  const draft = await readDraft(request, now);
  const intent = WIZARD_INTENTS.find((known) => known === form.get("intent")) ?? "continue";
  // The donor's button fills in the VIN.
  if (form.has("donorVin")) form.set("vin", fieldText(form, "donorVin"));
  const typed: StepValues = Object.fromEntries(
    STEP_FIELDS[step].filter((field) => form.has(field)).map((field) => [field, fieldText(form, field)]),
  );
  const before = await withDonor(form, draft?.answers ?? { typed: {} });
  const answers = withTyped(before, { ...typed, ...chosenByUrl(form) });
  const post = { form, step, intent, draft, answers, clientIp, now };
  return form.has("removeDonor") ? { ...post, intent: "choose", answers: withoutDonor(answers) } : post;
}

/** The first step's form names the part that its URL named. */
function chosenByUrl(form: FormData): StepValues {
  const entry = findEntry(fieldText(form, "entry"));
  return entry
    ? { categoryId: entry.categoryId, subcategoryId: entry.subcategoryId, partId: entry.partId ?? "" }
    : {};
}

/** The first step's form names the donor that its URL named; later steps find it in the draft. */
async function withDonor(form: FormData, answers: WizardAnswers): Promise<WizardAnswers> {
  const id = fieldText(form, "donor");
  if (!isValidId(id) || id === answers.donor?.id) return answers;
  const vehicle = await findPublicDismantledVehicle(id);
  if (!vehicle) return answers;
  return { ...answers, donor: { id, stockNumber: vehicle.stockNumber, name: vehicleName(vehicle) } };
}

/** Step 1: decodes the VIN; without one, or if that fails, takes the vehicle as typed. */
async function postVehicle(post: Post) {
  const { form, clientIp } = post;
  if (post.intent === "choose") return goTo(post, 1);
  const known = form.has("retry") ? undefined : currentDecode(post.answers);
  const vinFailed = known !== undefined && known.outcome !== "decoded";
  const checked = checkForm(form, vehicleStepSchema(form, { vinFailed }));
  if (checked.status !== "success") return showAgain(post, checked.reply());
  const { vin } = checked.value;
  if (!vin || known) return goToNextStep(post);

  const limited = await checkLimit("vinDecode", clientIp);
  if (!limited) return decodeVin(post, vin);
  const undecoded = withDecode(post, { vin, outcome: "limited", vehicleInfo: {} });
  if (checkForm(form, typedVehicleSchema).status === "success") return goToNextStep(undecoded);
  return reject(undecoded, limited, { vinLimited: true });
}

async function decodeVin(post: Post, vin: string) {
  const { result, inventoryType } = await lookUpVin(vin);
  const vehicleInfo = "vehicleInfo" in result ? result.vehicleInfo : {};
  const possibleYears = "possibleYears" in result ? result.possibleYears : undefined;
  const decoded = withDecode(
    post,
    { vin, outcome: result.outcome, vehicleInfo, ...(possibleYears ? { possibleYears } : {}) },
    result.outcome === "incomplete" ? decodedValues(vehicleInfo) : {},
  );
  if (result.outcome === "decoded") {
    return goToNextStep(decoded, inventoryType ? { title: inInventoryMessage(inventoryType) } : undefined);
  }
  if (result.outcome !== "incomplete") return goTo(decoded, 1);
  return goTo(decoded, 1, {
    title: VIN_MESSAGES.validationFailed,
    description: VIN_MESSAGES.incomplete,
    variant: "destructive",
  });
}

function withDecode(post: Post, decode: NonNullable<WizardAnswers["decode"]>, typed: StepValues = {}): Post {
  return { ...post, answers: { ...withTyped(post.answers, { ...typed, vin: decode.vin }), decode } };
}

/** What was decoded replaces what was typed; the rest stays as typed. */
function decodedValues({ year, make, model, trim, engineSize }: VehicleInfo): StepValues {
  const decoded = { year: year?.toString(), make, model, trim, engineSize };
  return Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== undefined));
}

/** Step 2: category, subcategory and part, or a search for them. */
async function postPart(post: Post) {
  const { form, intent } = post;
  const pick = fieldText(form, "pick");
  if (pick) return pickPart(post, pick);
  const q = fieldText(form, "q");
  if (intent === "choose") return goTo(post, 2, undefined, q ? { q } : {});
  const checked = checkForm(form, partStepSchema(checkSelection));
  return checked.status === "success" ? goToNextStep(post) : showAgain(post, checked.reply());
}

function pickPart(post: Post, pick: string) {
  const [categoryId = "", subcategoryId = "", partId = ""] = pick.split("/");
  const subcategory = findSubcategory(categoryId, subcategoryId);
  const isListed = subcategory && (!partId || findSpecificPart(categoryId, subcategoryId, partId));
  if (!isListed) return goTo(post, 2);
  const answers = withTyped(post.answers, { categoryId, subcategoryId, partId });
  return goTo({ ...post, answers }, 2, { title: PART_REQUEST_MESSAGES.picked });
}

/** Step 3: contact and notes. */
async function postContact(post: Post) {
  if (post.intent === "choose") return goTo(post, 3);
  const checked = checkForm(post.form, contactStepSchema);
  const robot = checkHoneypot(post.form);
  if (robot) return showAgain(post, checked.reply({ formErrors: [robot.message] }), robot.init);
  return checked.status === "success" ? goToNextStep(post) : showAgain(post, checked.reply());
}

/**
 * Step 4: stores exactly one request, however often the form is sent, and starts over. A form that
 * was sent before gives its request's reference again.
 */
async function submitRequest(post: Post) {
  const { form, draft, intent, now } = post;
  if (intent === "back") return redirect(stepUrl(3), 303);
  const key = fieldText(form, IDEMPOTENCY_KEY);
  const sent = await findSentRequestId(key, now);
  if (sent) return redirectToSuccess(sent, now);
  if (!draft) return redirectToStart();
  const { firstOpenStep } = wizardProgress(draft.answers);
  if (firstOpenStep < 4) return redirect(stepUrl(firstOpenStep), 303);
  if (intent === "choose") return goTo(post, 4);
  if (key !== draftKey(draft.id) || form.get("reviewed") !== draft.updatedAt) {
    return redirectWithToast(stepUrl(4), CHANGED_TOAST);
  }

  const limited = await checkLimit("partRequest", post.clientIp);
  if (limited) return reject(post, limited);
  const id = await sendDraft(draft.id, now);
  return id ? redirectToSuccess(id, now) : redirectToStart();
}

async function redirectToSuccess(id: string, now: Date) {
  const toast = {
    title: PART_REQUEST_MESSAGES.sent,
    description: `Your reference is ${formatReference("PR", id)}.`,
  };
  return redirectWithToast(stepUrl(1, { [SENT]: customerKey({ prefix: "PR", id }, now) }), toast);
}

/** Starts a request for another part, with the vehicle and the customer of the last one. */
async function startAnother(post: Post) {
  const sent = await findLinkedRequest(PART_REQUESTS, fieldText(post.form, SENT), post.now);
  if (!sent) return redirectToStart();
  return goTo({ ...post, answers: answersForAnotherPart(sent) }, 2);
}

function redirectToStart() {
  return redirect(stepUrl(1, { again: "1" }), 303);
}

/** Redirects to the next step; after a Change link, back to the review if everything is complete. */
function goToNextStep(post: Post, toast?: Toast) {
  const { firstOpenStep } = wizardProgress(post.answers);
  const isReviewNext = post.form.has(CHANGE) && firstOpenStep === 4;
  // A visitor who comes from a part has chosen it already.
  const usual = post.step === 1 && post.form.has("entry") ? 3 : post.step + 1;
  const next = isReviewNext ? 4 : Math.min(usual, firstOpenStep);
  const q = post.step === 1 && next === 2 ? fieldText(post.form, "q") : "";
  return goTo(post, next as WizardStep, toast, q ? { q } : {});
}

async function goTo(post: Post, step: WizardStep, toast?: Toast, query?: Record<string, string>) {
  if (!post.draft) {
    const limited = await checkLimit("partRequestDraft", post.clientIp);
    if (limited) return reject(post, limited);
  }
  const headers = await save(post);
  const stays = step === post.step && post.form.has(CHANGE);
  const url = stepUrl(step, { ...(stays ? { [CHANGE]: "1" } : {}), ...query });
  return toast ? redirectWithToast(url, toast, headers) : redirect(url, { status: 303, headers });
}

/** Shows the step again with the reason why it didn't take effect. */
function reject(post: Post, { message, init }: Rejection, result?: Pick<StepResult, "vinLimited">) {
  return showAgain(post, checkNothing(post.form).reply({ formErrors: [message] }), init, result);
}

/** Shows the step again with its errors; if there is a draft, what was typed is saved in it too. */
async function showAgain(
  post: Post,
  reply: SubmissionResult<string[]>,
  init: number | ResponseInit = 400,
  result: Pick<StepResult, "vinLimited"> = {},
) {
  if (post.draft) await save(post);
  return data({ step: post.step, reply, ...result }, init);
}

async function save({ draft, answers, intent, now }: Post): Promise<HeadersInit> {
  if (!draft) return draftCookie(await startDraft(answers, now));
  await saveDraft(draft, answers, { now, ifUnchanged: intent === "choose" });
  return {};
}

function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
