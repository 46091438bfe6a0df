import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  useActionData,
  useLocation,
} from "@remix-run/react";
import { useState } from "react";
import { isLostConnection } from "~/api/client/timeout";
import { showToast } from "~/ui/elements/show-toast";
import { answerOr } from "~/ui/forms/no-answer";

/** The message for a form that got no answer, because the connection was lost or the site failed: it may have been saved before that. */
const LOST = {
  title: "No answer",
  network: "You may have lost your connection. Check whether it was saved before you try again.",
  site: "Something went wrong on our end. Check whether it was saved before you try again.",
} as const;

/** Replaces an answer that didn't come. */
const NO_ANSWER = { noAnswer: true };

/**
 * The `clientAction` of a staff page: if the connection is lost or the site fails, a toast says so, and the page stays as it is, with
 * everything that was typed. Its components use `useLastAnswer` and `usePageKey`, so that nothing remounts.
 */
export function keepTyped(args: ClientActionFunctionArgs) {
  return answerOr<unknown>(args, (problem) => {
    // Such as a record that is no longer there, which has its own page.
    if (isRouteErrorResponse(problem) && problem.status < 500) throw problem;
    const { title, network, site } = LOST;
    showToast({ title, description: isLostConnection(problem) ? network : site, variant: "destructive" });
    return NO_ANSWER;
  });
}

/**
 * `useActionData` of a page with `keepTyped`: the last answer, until there is another one or none. `Answer` is its type, or `typeof action`
 * where the action's own type says enough.
 */
export function useLastAnswer<Answer = unknown>() {
  return useLast<Answer>().answer;
}

/**
 * A key for what remounts with each answer, and with each visit without one, on a page with `keepTyped`. Not the location's: that changes
 * again when the page's data has come after an answer, and would clear what was typed in between.
 */
export function usePageKey(): string {
  return useLast().key;
}

function useLast<Answer>() {
  const answer = useActionData<Answer>();
  const { key } = useLocation();
  const isLost = isNoAnswer(answer);
  const [last, setLast] = useState(() => withKey(isLost ? undefined : answer, key));
  const isSame = answer === undefined ? last.key === key : last.answer === answer;
  if (isLost || isSame) return last;
  const next = withKey(answer, key);
  setLast(next);
  return next;
}

function withKey<Answer>(answer: Answer | undefined, key: string) {
  return { answer, key: answer === undefined ? key : `${key} answered` };
}

function isNoAnswer(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "noAnswer" in answer;
}
