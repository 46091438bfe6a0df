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

/** A form that got no answer, because the connection was lost or the site failed. */
export const NOT_SAVED = {
  title: "Not saved",
  network: "You may have lost your connection. Please try again.",
  site: "Something went wrong on our end. Please try again.",
} as const;

/** What stands for an answer that did not come. */
const NO_ANSWER = { noAnswer: true };

/**
 * The `clientAction` of a staff page: if the connection is lost or the site fails, a toast says so, and the page stays as it is, with
 * everything that was typed. Its components ask `useLastAnswer` and `usePageKey`, so that nothing is made anew.
 */
export function keepTyped(args: ClientActionFunctionArgs) {
  return answerOr<unknown>(args, (problem) => {
    // Such as a record that is no longer there, which has a page of its own.
    if (isRouteErrorResponse(problem) && problem.status < 500) throw problem;
    const { title, network, site } = NOT_SAVED;
    showToast({ title, description: isLostConnection(problem) ? network : site, variant: "destructive" });
    return NO_ANSWER;
  });
}

/** `useActionData` of a page with `keepTyped`: the answer that came last, until there is another one or none. */
export function useLastAnswer<Action = unknown>() {
  return useLast<Action>().answer;
}

/** The location's key, of a page with `keepTyped`: a new one for each answer, and none for one that did not come. */
export function usePageKey(): string {
  return useLast().key;
}

function useLast<Action>() {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const isLost = isNoAnswer(answer);
  const [last, setLast] = useState({ answer: isLost ? undefined : answer, key });
  if (isLost || (last.answer === answer && last.key === key)) return last;
  setLast({ answer, key });
  return { answer, key };
}

function isNoAnswer(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "noAnswer" in answer;
}
