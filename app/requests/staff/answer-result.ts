import type { SubmissionResult } from "@conform-to/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { NoteView } from "~/requests/view.server";
import { clearOnceSaved } from "~/staff/unsaved-changes";
import { answerOr } from "~/ui/forms/no-answer";
import { EXPECTED_VERSION_FIELD } from "./work-result";

/** The field with the form's idempotency key. */
export const KEY_FIELD = "key";

/** The response to a message that was not sent; `reply` has everything that was typed. */
export interface AnswerResult {
  reply: SubmissionResult<string[]>;
  /** The form's key and the version it expects, once it is shown again. */
  key: string;
  expectedVersion: string;
  /** What has happened since the form was opened. */
  changes?: { notes: NoteView[]; isDonorGone: boolean } | undefined;
}

/** The `clientAction` of the pages: if the network fails, the form stays as typed, and is sent once even if it is sent again. */
export async function sendInBrowser(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  const reply: SubmissionResult<string[]> = {
    status: "error",
    initialValue: Object.fromEntries(form) as Record<string, string>,
    error: { "": ["The message isn't sent. You may have lost your connection. Please try again."] },
  };
  const failed: AnswerResult = {
    reply,
    key: String(form.get(KEY_FIELD)),
    expectedVersion: String(form.get(EXPECTED_VERSION_FIELD)),
  };
  return clearOnceSaved(
    args,
    answerOr<AnswerResult>(args, () => failed),
  );
}
