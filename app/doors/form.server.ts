import type { SubmissionResult } from "@conform-to/react";
import { HONEYPOT_NAME } from "~/ui/form";

/** Shown, with every word kept, where the field that only robots fill came filled. */
export const HONEYPOT_SENTENCE =
  "This looked like an automated message, so it was not sent. Please try again, or call us.";

/** Where one address sends more than a person would: what a visitor reads, who may call instead. */
export function tooManySentence(retryAfter: number): string {
  return `${tooManyUntil(retryAfter)}, or call us.`;
}

/** The same for staff, whose own phone that would be. */
export function staffTooManySentence(retryAfter: number): string {
  return `${tooManyUntil(retryAfter)}.`;
}

function tooManyUntil(retryAfter: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return `Too many requests from your connection. Please try again in ${minutes} minute${minutes === 1 ? "" : "s"}`;
}

/**
 * A form's body, with the fields it knows alone: a name the form does not know never reaches conform, whose
 * parsing of `b[99999999]=1` would eat all memory (decisions, section 9). Of a doubled field the first counts.
 */
export async function readForm(request: Request, known: readonly string[]): Promise<FormData> {
  const given = new URLSearchParams(await request.text());
  const form = new FormData();
  for (const name of known) {
    const value = given.get(name);
    if (value !== null) form.set(name, value);
  }
  return form;
}

/** True where a robot filled the field that people never see. */
export function filledHoneypot(form: FormData): boolean {
  return Boolean(form.get(HONEYPOT_NAME));
}

/** How a page answers that shows a form again, since this address sends too much. */
export function tooManyInit(retryAfter: number): ResponseInit {
  return { status: 429, headers: { "Retry-After": String(retryAfter) } };
}

/** For a page's `headers`: what its action says of when the next form is welcome goes out with the page. */
export function retryAfterOf({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> {
  const seconds = actionHeaders.get("Retry-After");
  return seconds ? { "Retry-After": seconds } : {};
}

/** The reply of a submission with one sentence over the whole form, every word kept. */
export function refuseForm(
  submission: { reply(options: { formErrors: string[] }): SubmissionResult<string[]> },
  sentence: string,
) {
  return submission.reply({ formErrors: [sentence] });
}
