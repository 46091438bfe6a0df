import type { SubmissionResult } from "@conform-to/react";
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { useMemo } from "react";
import { type FormResult, IDEMPOTENCY_KEY } from "~/http/public-form";

/** The `clientAction` of a public form: the action's answer; if the network or the server fails, what keeps the form as typed. */
export async function sendForm<Result = FormResult>({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  // With an error status, so that no loader runs again over the same broken connection.
  const fail = (problem?: unknown) => Response.json(failedResult(form, problem), { status: 503 });
  try {
    return (await serverAction<Result>()) ?? fail();
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    return fail(problem);
  }
}

/** What a form shows of its result: after a failure, `message` above what was typed, since no field is wrong. */
export function useReply(
  result: FormResult | undefined,
  message: string,
): SubmissionResult<string[]> | undefined {
  return useMemo(
    () => (result?.failure ? { ...result.reply, status: "error", error: { "": [message] } } : result?.reply),
    [result, message],
  );
}

interface IdempotencyKeyProps {
  /** What the form was answered with, if it is shown again. */
  reply: SubmissionResult<string[]> | undefined;
  fresh: string;
}

/** The key of a form. One that is shown again keeps its own: it may have been stored before the connection broke. */
export function IdempotencyKey({ reply, fresh }: IdempotencyKeyProps) {
  const posted = reply?.initialValue?.[IDEMPOTENCY_KEY];
  return <input type="hidden" name={IDEMPOTENCY_KEY} value={typeof posted === "string" ? posted : fresh} />;
}

function failedResult(form: FormData, problem: unknown): FormResult {
  return {
    reply: { initialValue: Object.fromEntries(form) as Record<string, string> },
    failure: { status: isRouteErrorResponse(problem) ? problem.status : undefined },
  };
}
