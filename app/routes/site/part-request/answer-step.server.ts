import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { filledHoneypot, HONEYPOT_SENTENCE, readForm, refuseForm } from "~/doors/form.server";
import { log } from "~/doors/log.server";
import { findPublicDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { isIdShaped } from "~/models/id";
import { checkSelection, findPart, findSubcategory } from "~/models/part-catalogue";
import { PART_REQUEST_SENTENCES, type WizardStep } from "~/models/part-request";
import {
  type DraftAnswers,
  TYPED_FIELDS,
  type Typed,
  withoutDonor,
  withTyped,
} from "~/models/part-request-draft.server";
import { contactStepSchema, partStepSchema } from "~/models/part-request-schema";
import { vehicleName } from "~/models/vehicle";
import { checkForm } from "~/ui/check-form";
import { HONEYPOT_NAME } from "~/ui/form";
import { readStep, stepAddress, WIZARD_INTENTS, type WizardIntent } from "./address";
import { answerReview, REVIEW_FIELDS } from "./answer-review.server";
import { answerVehicle } from "./answer-vehicle.server";
import { draftOf } from "./draft-cookie.server";
import { goOn, goTo, type Post, STAYING, showAgain, textOf } from "./post.server";

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

/** Who asks, and by which line of the log. */
interface Asked {
  clientAddress: string;
  requestId: string;
}

/**
 * Answers a post of any step: keeps what was typed, right or wrong, then goes where it asks, or shows the step
 * again with what is wrong (specification, sections 4 and 5). Where it cannot be kept, every word comes back.
 */
export async function answerStep(request: Request, { clientAddress, requestId }: Asked) {
  const form = await readForm(request, POSTED_FIELDS);
  const step = readStep(form.get("step"));
  const now = new Date();
  try {
    if (step === 4) return await answerReview(request, form, clientAddress, now);
    return await answerForm(request, form, step, clientAddress, now);
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ requestId, failure: error instanceof Error ? error.name : "unknown" }, "step not kept");
    const { failed, notSent, tryAgain } = PART_REQUEST_SENTENCES;
    const sentence = `${step === 4 ? failed : notSent}. ${tryAgain}`;
    return data({ step, reply: refuseForm(checkForm(form, z.object({})), sentence) }, { status: 500 });
  }
}

async function answerForm(
  request: Request,
  form: FormData,
  step: Exclude<WizardStep, 4>,
  clientAddress: string,
  now: Date,
) {
  const draft = await draftOf(request, now);
  if (!draft && step !== 1) return redirect(stepAddress(1, { again: "1" }), 303);
  const answers = withTyped(await withDonor(form, draft?.answers ?? { typed: {} }), typedIn(form, step));
  const post: Post = { form, step, intent: intentOf(form), draft, answers, clientAddress, now };
  if (post.intent === "remove-donor") post.answers = withoutDonor(post.answers);
  if (post.intent === "back") return goTo(post, step === 3 ? 2 : 1);
  if (step === 1) return answerVehicle(post);
  if (STAYING.has(post.intent)) return goTo(post, step);
  return step === 2 ? answerPart(post) : answerContact(post);
}

/** Step 2: category, subcategory and part, or a search for them. */
async function answerPart(post: Post) {
  const { form, intent } = post;
  const pick = textOf(form, "pick");
  if (pick) {
    const [categoryId = "", subcategoryId = "", partId = ""] = pick.split("/");
    const subcategory = findSubcategory(categoryId, subcategoryId);
    const isListed = subcategory && (!partId || findPart(categoryId, subcategoryId, partId));
    if (!isListed) return goTo(post, 2);
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

/** The first step's form brings the vehicle that its address named; later ones find it in the draft. */
async function withDonor(form: FormData, answers: DraftAnswers): Promise<DraftAnswers> {
  const id = textOf(form, "donor");
  if (!isIdShaped(id) || id === answers.donor?.id) return answers;
  const vehicle = await findPublicDismantledVehicle(id);
  if (!vehicle) return answers;
  return { ...answers, donor: { id, stockNumber: vehicle.stockNumber, name: vehicleName(vehicle) } };
}

function typedIn(form: FormData, step: WizardStep): Typed {
  return Object.fromEntries(
    TYPED_FIELDS[step].filter((field) => form.has(field)).map((field) => [field, textOf(form, field)]),
  );
}

function intentOf(form: FormData): WizardIntent {
  return WIZARD_INTENTS.find((intent) => intent === form.get("intent")) ?? "continue";
}
