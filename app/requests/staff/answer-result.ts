import type { SubmissionResult } from "@conform-to/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { NoteView } from "~/requests/view.server";
import { clearUnsavedChanges } from "~/staff/unsaved-changes";
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
export async function sendInBrowser({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<AnswerResult>();
  } catch (error) {
    if (error instanceof Response) {
      const isSignIn = error.headers.get("Location")?.startsWith("/login");
      if (!isSignIn) clearUnsavedChanges(new URL(request.url).pathname);
      throw error;
    }
    const reply: SubmissionResult<string[]> = {
      status: "error",
      initialValue: Object.fromEntries(form) as Record<string, string>,
      error: { "": ["The message isn't sent. You may have lost your connection. Please try again."] },
    };
    const result = {
      reply,
      key: String(form.get(KEY_FIELD)),
      expectedVersion: String(form.get(EXPECTED_VERSION_FIELD)),
    };
    // With an error status, so that Remix does not reload the page's data over the broken connection.
    return Response.json(result, { status: 503 });
  }
}
