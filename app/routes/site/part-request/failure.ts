import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { NO_JSON } from "~/api-client/form-sentences";
import { PART_REQUEST_SENTENCES } from "~/models/part-request";
import { useToaster } from "~/ui/toast";

/** Why a post has no answer of ours: nobody could be reached, or what came could not be read. */
export type Failure = "unreachable" | "unreadable";

/** What a post is answered with where it does not lead on: the form again, or a failure on the way. */
export interface WizardAnswer {
  step?: number;
  reply?: SubmissionResult<string[]>;
  failure?: Failure;
}

/** What went wrong on the way to the server: the browser's own error says that nobody was reached. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof TypeError ? "unreachable" : "unreadable";
}

/** Tells the visitor that the post failed; the page with all that was typed stays (specification, section 8). */
export function useFailureToast(answer: WizardAnswer | undefined, title: string): void {
  const { show } = useToaster();
  useEffect(() => {
    if (!answer?.failure) return;
    show({
      title,
      description: answer.failure === "unreadable" ? NO_JSON : PART_REQUEST_SENTENCES.tryAgain,
      variant: "destructive",
    });
  }, [answer, title, show]);
}
