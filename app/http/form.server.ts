import { countNoun } from "~/values/format";
/** The rate limit message for visitors, who can also call. `retryAfter` is in seconds. */
export function tooManyRequestsMessage(retryAfter: number): string {
  return `${tooManyRequests(retryAfter)}, or call us.`;
}

/** The rate limit message for staff and for programs, which can't call. `retryAfter` is in seconds. */
export function staffTooManyRequestsMessage(retryAfter: number): string {
  return `${tooManyRequests(retryAfter)}.`;
}

/** The rate limit message for an account, which is counted across connections. `retryAfter` is in seconds. */
export function accountTooManyRequestsMessage(retryAfter: number): string {
  return `${tooManyRequests(retryAfter, "account")}.`;
}

/** The message when the line is full for everyone: it blames nobody. `retryAfter` is in seconds. */
export function busyMessage(retryAfter: number): string {
  return `The site is very busy. Please try again in ${retryAfter} seconds.`;
}

function tooManyRequests(retryAfter: number, from = "connection"): string {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return `Too many requests from your ${from}. Please try again in ${countNoun(minutes, "minute")}`;
}

/**
 * The `known` fields of a form body. Unknown names are dropped, because conform would run out of memory on `b[99999999]=1`.
 * If a field is repeated, the first one counts.
 */
export async function readForm(request: Request, known: readonly string[]): Promise<FormData> {
  return pickFields(new URLSearchParams(await request.text()), known);
}

/** The same for a body that has been read. */
export function pickFields(body: URLSearchParams, known: readonly string[]): FormData {
  const form = new FormData();
  for (const name of known) {
    const value = body.get(name);
    if (value !== null) form.set(name, value);
  }
  return form;
}

/** The status and headers of a page that shows a form again because of a rate limit. */
export function tooManyRequestsInit(retryAfter: number): ResponseInit {
  return { status: 429, headers: { "Retry-After": String(retryAfter) } };
}

/** The status and headers of a page that shows a form again for any reason; `retryAfter` in seconds after too many attempts. */
export function rejectedInit({
  status,
  retryAfter,
}: {
  status: number;
  retryAfter?: number | undefined;
}): ResponseInit {
  return retryAfter === undefined ? { status } : tooManyRequestsInit(retryAfter);
}

/** For a route's `headers` export: passes on the action's Retry-After. */
export function retryAfterHeader({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> {
  const seconds = actionHeaders.get("Retry-After");
  return seconds ? { "Retry-After": seconds } : {};
}
