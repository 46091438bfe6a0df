import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { API_MESSAGES, isRecord } from "~/api/client/request";
import { isLostConnection } from "~/api/client/timeout";

/**
 * The `clientLoader` of a staff list: the loader's own page, or the sentence that says why there is none. Without a response, the route's
 * own sentence is shown.
 */
export async function loadStaffList<Page>({ serverLoader }: ClientLoaderFunctionArgs): Promise<Page> {
  const page = await serverLoader<unknown>().catch((error: unknown) => {
    const isUnanswered = isLostConnection(error);
    const isFailure = isUnanswered || error instanceof Response || isRouteErrorResponse(error);
    // Anything else is a response that is not the loader's: a proxy's page, or one that broke off.
    throw isFailure ? error : new Response(API_MESSAGES.parseFailed, { status: 502 });
  });
  if (!isRecord(page) || !Array.isArray(page.entries)) {
    throw new Response(API_MESSAGES.invalidFormat, { status: 502 });
  }
  return page as Page;
}
