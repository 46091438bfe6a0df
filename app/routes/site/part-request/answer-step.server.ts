import { data, redirect } from "@remix-run/node";
import {
  filledHoneypot,
  HONEYPOT_SENTENCE,
  readForm,
  refuseForm,
  tooManySentence,
} from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { findPublicDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { isIdShaped } from "~/models/id";
import { checkSelection } from "~/models/part-catalogue";
import {
  contactStepSchema,
  PART_REQUEST_SENTENCES,
  partStepSchema,
  typedVehicleSchema,
  vinStepSchema,
  type WizardStep,
} from "~/models/part-request";
import {
  currentDecode,
  type DraftAnswers,
  type PartRequestDraft,
  progressOf,
  saveDraft,
  startDraft,
  TYPED_FIELDS,
  type Typed,
  withTyped,
} from "~/models/part-request-draft.server";
import { vehicleName } from "~/models/vehicle";
import { inInventorySentence, lookUpVin } from "~/models/vehicle-lookup.server";
import { type fillEmpty, VIN_SENTENCES } from "~/models/vin";
import { redirectWithToast } from "~/toast.server";
import { checkForm } from "~/ui/check-form";
import { HONEYPOT_NAME } from "~/ui/form";
import { readStep, stepAddress, WIZARD_INTENTS, type WizardIntent } from "./address";
import { answerReview, REVIEW_FIELDS } from "./answer-review.server";
import { draftHeaders, draftOf } from "./draft-cookie.server";

/** Every name that a step may post. */
const POSTED_FIELDS = [
  "step",
  "intent",
  "pick",
  "q",
  "donor",
  HONEYPOT_NAME,
  ...TYPED_FIELDS[1],
  ...TYPED_FIELDS[2],
  ...TYPED_FIELDS[3],
  ...REVIEW_FIELDS,
];

/** What only keeps what is typed, and shows the step once more. */
const STAYING: ReadonlySet<WizardIntent> = new Set(["save", "choose", "remove-donor"]);

/** One post to the wizard, as far as it has been read. */
interface Post {
  form: FormData;
  step: WizardStep;
  intent: WizardIntent;
  draft: PartRequestDraft | undefined;
  /** The draft's answers with this post's laid over them. */
  answers: DraftAnswers;
  clientAddress: string;
  now: Date;
}

/**
 * Answers a post of any step: keeps what was typed, right or wrong, then goes where it asks, or shows the step
 * again with what is wrong (specification, sections 4 and 5).
 */
export async function answerStep(request: Request, clientAddress: string) {
  const now = new Date();
  const form = await readForm(request, POSTED_FIELDS);
  const step = readStep(form.get("step"));
  if (step === 4) return answerReview(request, form, clientAddress, now);

  const draft = await draftOf(request, now);
  if (!draft && step !== 1) return redirect(stepAddress(1, { again: "1" }), 303);
  const answers = withTyped(await withDonor(form, draft?.answers ?? { typed: {} }), typedIn(form, step));
  const post: Post = { form, step, intent: intentOf(form), draft, answers, clientAddress, now };
  if (post.intent === "remove-donor") removeDonor(post);
  if (post.intent === "back") return goTo(post, step === 3 ? 2 : 1);
  if (step === 1) return answerVehicle(post);
  if (STAYING.has(post.intent)) return goTo(post, step);
  return step === 2 ? answerPart(post) : answerContact(post);
}

/** Step 1: decodes the VIN; where that fails, takes the vehicle as typed (decisions, section 5). */
async function answerVehicle(post: Post) {
  const { form, intent } = post;
  if (intent === "use-donor-vin") await typeDonorVin(post);
  const checked = checkForm(form, vinStepSchema);
  const known = currentDecode(post.answers);
  const stays = STAYING.has(intent);
  const decodes = !stays && checked.status === "success" && (!known || intent === "retry");

  // A decode costs a look-up, a first save a row: what a person does a few times, and a flood does not.
  if (decodes || (stays && !post.draft)) {
    const limit = await countRequest("vinDecode", post.clientAddress);
    if (!limit.ok) return showAgain(post, refuseForm(checked, tooManySentence(limit.retryAfter)), 429);
  }
  if (stays) return goTo(post, 1);
  if (checked.status !== "success") return showAgain(post, checked.reply());
  if (decodes) return decodeVin(post, checked.value.vin);
  if (known?.outcome === "decoded") return goOn(post);

  // Where the fields for it were not on the page yet, the page shows them first.
  if (!form.has("year")) return goTo(post, 1);
  const typed = checkForm(form, typedVehicleSchema);
  return typed.status === "success" ? goOn(post) : showAgain(post, typed.reply());
}

async function decodeVin(post: Post, vin: string) {
  const { result, inventoryType } = await lookUpVin(vin);
  const vehicleInfo = "vehicleInfo" in result ? result.vehicleInfo : {};
  const typed = result.outcome === "incomplete" ? typedFrom(post.answers.typed, vehicleInfo) : {};
  const answers = {
    ...withTyped(post.answers, { ...typed, vin }),
    decode: { vin, outcome: result.outcome, vehicleInfo },
  };
  const decoded = { ...post, answers };
  if (inventoryType && result.outcome === "decoded") {
    return goOn(decoded, { title: inInventorySentence(inventoryType) });
  }
  if (result.outcome === "decoded") return goOn(decoded);
  if (result.outcome !== "incomplete") return goTo(decoded, 1);
  return goTo(decoded, 1, {
    title: VIN_SENTENCES.validationFailed,
    description: VIN_SENTENCES.incomplete,
    variant: "destructive",
  });
}

/** Step 2: category, subcategory and part, or a search for them. */
async function answerPart(post: Post) {
  const { form, intent } = post;
  const pick = textOf(form, "pick");
  if (pick) {
    const [categoryId = "", subcategoryId = "", partId = ""] = pick.split("/");
    const answers = withTyped(post.answers, { categoryId, subcategoryId, partId });
    return goTo({ ...post, answers }, 2, { title: PART_REQUEST_SENTENCES.picked });
  }
  const q = textOf(form, "q");
  if (intent === "search") return goTo(post, 2, undefined, q ? { q } : {});
  const checked = checkForm(form, partStepSchema(checkSelection));
  return checked.status === "success" ? goOn(post) : showAgain(post, checked.reply());
}

/** Step 3. */
async function answerContact(post: Post) {
  const checked = checkForm(post.form, contactStepSchema);
  if (filledHoneypot(post.form)) return showAgain(post, refuseForm(checked, HONEYPOT_SENTENCE));
  return checked.status === "success" ? goOn(post) : showAgain(post, checked.reply());
}

/** To the next step, or back to the review where nothing is missing any more. */
function goOn(post: Post, toast?: ToastWords) {
  const { firstOpenStep } = progressOf(post.answers);
  const next = firstOpenStep === 4 ? 4 : Math.min(post.step + 1, firstOpenStep);
  return goTo(post, next as WizardStep, toast);
}

type ToastWords = Parameters<typeof redirectWithToast>[1];

async function goTo(post: Post, step: WizardStep, toast?: ToastWords, more?: Record<string, string>) {
  const headers = await keep(post);
  const address = stepAddress(step, more);
  return toast ? redirectWithToast(address, toast, headers) : redirect(address, { status: 303, headers });
}

/** The step again with what is wrong; what was typed is kept in the draft too, where there is one. */
async function showAgain(post: Post, reply: ReturnType<typeof refuseForm>, status = 400) {
  if (post.draft) await keep(post);
  return data({ step: post.step, reply }, { status });
}

async function keep({ draft, answers, intent, now }: Post): Promise<HeadersInit> {
  if (!draft) return draftHeaders(await startDraft(answers, now));
  await saveDraft(draft, answers, { now, yielding: intent === "save" });
  return {};
}

function removeDonor(post: Post): void {
  const { donor: _removed, ...answers } = post.answers;
  post.answers = answers;
}

/** The first step's form brings the vehicle that its address named; later ones find it in the draft. */
async function withDonor(form: FormData, answers: DraftAnswers): Promise<DraftAnswers> {
  const id = textOf(form, "donor");
  if (!isIdShaped(id) || id === answers.donor?.id) return answers;
  const vehicle = await findPublicDismantledVehicle(id);
  if (!vehicle) return answers;
  return { ...answers, donor: { id, stockNumber: vehicle.stockNumber, name: vehicleName(vehicle) } };
}

async function typeDonorVin(post: Post): Promise<void> {
  const vehicle = post.answers.donor && (await findPublicDismantledVehicle(post.answers.donor.id));
  if (!vehicle) return;
  post.form.set("vin", vehicle.vin);
  post.answers = withTyped(post.answers, { vin: vehicle.vin });
}

/** What was decoded, written over what was typed of the vehicle; empty keeps (specification, section 3). */
function typedFrom(typed: Typed, info: Parameters<typeof fillEmpty>[1]): Typed {
  const { year, make, model, trim, engineSize } = info;
  const words = { year: year === undefined ? undefined : String(year), make, model, trim, engineSize };
  return Object.fromEntries(
    Object.entries(words).map(([field, word]) => [field, word ?? typed[field as keyof Typed] ?? ""]),
  );
}

function typedIn(form: FormData, step: WizardStep): Typed {
  return Object.fromEntries(
    TYPED_FIELDS[step].filter((field) => form.has(field)).map((field) => [field, textOf(form, field)]),
  );
}

function intentOf(form: FormData): WizardIntent {
  return WIZARD_INTENTS.find((intent) => intent === form.get("intent")) ?? "continue";
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
