import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { isLostConnection } from "~/api/client/timeout";
import { PART_REQUEST_MESSAGES } from "~/requests/part";
import { useToaster } from "~/ui/layout/toast";

/** Why a post got no result: the server could not be reached, or its response could not be read. */
export type Failure = "unreachable" | "unreadable";

/** The result of a post that does not redirect: the form with its errors, or a failure. */
export interface StepResult {
  step?: number;
  reply?: SubmissionResult<string[]>;
  failure?: Failure;
  /** The VIN may not be decoded now, so the vehicle can be typed. */
  vinLimited?: boolean;
}

/** What an error thrown while posting means. */
export function failureOf(thrown: unknown): Failure {
  return isLostConnection(thrown) ? "unreachable" : "unreadable";
}

/** Shows a toast if the post failed, until the next try; the page stays with what was typed. */
export function useFailureToast(result: StepResult | undefined, title: string): void {
  const { show, dismiss } = useToaster();
  const isTrying = useNavigation().state === "submitting";
  useEffect(() => {
    if (isTrying) dismiss();
  }, [isTrying, dismiss]);
  useEffect(() => {
    const description = failureMessage(result);
    if (description) show({ title, description, variant: "destructive" });
  }, [result, title, show]);
}

/** Why the post failed: the network, or the form's own error, such as a limit or a database that cannot be written. */
function failureMessage(result: StepResult | undefined): string | undefined {
  const { failed, notSent, notJson, tryAgain } = PART_REQUEST_MESSAGES;
  if (result?.failure) return result.failure === "unreadable" ? notJson : tryAgain;
  const message = result?.reply?.error?.[""]?.[0];
  // The error summary has the toast's title and description in one.
  return [failed, notSent].some((title) => message === `${title}. ${tryAgain}`) ? tryAgain : message;
}
