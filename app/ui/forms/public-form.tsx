import type { SubmissionResult } from "@conform-to/react";
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { useMemo } from "react";
import { type FormResult, IDEMPOTENCY_KEY } from "~/http/public-form";
import { answerOr } from "./no-answer";

/** The `clientAction` of a public form: the action's answer; if the network or the server fails, what keeps the form as typed. */
export async function sendForm<Result = FormResult>(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return answerOr<Result>(args, (problem) => failedResult(form, problem));
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
