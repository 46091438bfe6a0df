import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/**
 * Forwards a record's page from its other addresses, such as the id alone or words that have changed, to its canonical path; the
 * query is kept. Nothing happens after a form was posted, since the answer has what was typed.
 * @throws Response 301
 */
export function forwardToCanonical(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  path: string,
): void {
  const { pathname, search } = new URL(request.url);
  if (pathname === path || context.method === "POST") return;
  // Browsers cache a 301 permanently, and the words may change back: two cached ones would redirect in a circle.
  throw redirect(path + search, { status: 301, headers: { "Cache-Control": "no-cache" } });
}
