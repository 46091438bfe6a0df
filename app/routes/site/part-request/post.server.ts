import { data, redirect } from "@remix-run/node";
import type { refuseForm } from "~/doors/form.server";
import type { WizardStep } from "~/models/part-request";
import {
  type DraftAnswers,
  type PartRequestDraft,
  progressOf,
  saveDraft,
  startDraft,
} from "~/models/part-request-draft.server";
import { redirectWithToast } from "~/toast.server";
import { stepAddress, type WizardIntent } from "./address";
import { draftHeaders } from "./draft-cookie.server";

/** What only keeps what is typed, and shows the step once more. */
export const STAYING: ReadonlySet<WizardIntent> = new Set(["save", "choose", "remove-donor"]);

/** One post to the wizard, as far as it has been read. */
export interface Post {
  form: FormData;
  step: WizardStep;
  intent: WizardIntent;
  draft: PartRequestDraft | undefined;
  /** The draft's answers with this post's laid over them. */
  answers: DraftAnswers;
  clientAddress: string;
  now: Date;
}

/** To the next step, or back to the review where nothing is missing any more. */
export function goOn(post: Post, toast?: ToastWords) {
  const { firstOpenStep } = progressOf(post.answers);
  const next = firstOpenStep === 4 ? 4 : Math.min(post.step + 1, firstOpenStep);
  return goTo(post, next as WizardStep, toast);
}

type ToastWords = Parameters<typeof redirectWithToast>[1];

export async function goTo(post: Post, step: WizardStep, toast?: ToastWords, more?: Record<string, string>) {
  const headers = await keep(post);
  const address = stepAddress(step, more);
  return toast ? redirectWithToast(address, toast, headers) : redirect(address, { status: 303, headers });
}

/** The step again with what is wrong; what was typed is kept in the draft too, where there is one. */
export async function showAgain(
  post: Post,
  reply: ReturnType<typeof refuseForm>,
  init: ResponseInit = { status: 400 },
) {
  if (post.draft) await keep(post);
  return data({ step: post.step, reply }, init);
}

async function keep({ draft, answers, intent, now }: Post): Promise<HeadersInit> {
  if (!draft) return draftHeaders(await startDraft(answers, now));
  await saveDraft(draft, answers, { now, yielding: intent === "save" });
  return {};
}

/** The text of a field; empty where the form has none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
