import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** The status of what replaces an answer that didn't come. */
const NO_ANSWER_STATUS = 503;

/**
 * What a page's action answers, or what `fail` makes of the error if no answer came. That has an error status, so that Remix does not
 * reload the page's data over the same broken connection.
 * @throws Response that leads to another page; any outcome of a form that was left for another page in the meantime
 */
export async function answerOr<Answer>(
  { request, serverAction }: ClientActionFunctionArgs,
  fail: (problem: unknown) => object,
) {
  try {
    return await serverAction<Answer>();
  } catch (problem) {
    if (problem instanceof Response || request.signal.aborted) throw problem;
    return Response.json(fail(problem), { status: NO_ANSWER_STATUS });
  }
}

/**
 * The `shouldRevalidate` of a page with forms that a fetcher sends: after those Remix reads the data of every page that does not say
 * otherwise, whatever the status.
 */
export function unlessNoAnswer({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== NO_ANSWER_STATUS;
}
