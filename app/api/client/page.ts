import { backoffMs } from "./request";
import { isTimeout, withTimeout } from "./timeout";

const DEFAULT_RETRY_AFTER_MS = 5_000;

/** The longest delay that a timer can hold, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

interface PageOptions {
  /** How often a page that fails is asked for. */
  attempts?: number;
  signal?: AbortSignal;
  fetch?: typeof fetch;
  /** Waits, or rejects with the signal's reason. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Fetches a page's HTML. Between two attempts it waits: as long as `Retry-After` says after a 429, else one second, then two.
 * A request that got no answer is not tried again.
 * @throws Error with the status, what `fetch` throws, or the signal's reason
 */
export async function fetchPage(
  url: string,
  { attempts = 1, signal, fetch: send = withTimeout(fetch), wait = delay }: PageOptions = {},
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    let waitMs = backoffMs(attempt);
    try {
      const response = await send(url, signal ? { signal } : {});
      if (response.ok) return await response.text();
      if (response.status === 429) waitMs = retryAfterMs(response.headers.get("Retry-After"), new Date());
      throw new Error(String(response.status));
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt >= attempts || isTimeout(error)) throw error;
    }
    await wait(waitMs, signal);
    signal?.throwIfAborted();
  }
}

/** What a `Retry-After` header asks for in milliseconds: seconds or an HTTP date, 5 s if it is missing or unreadable. */
function retryAfterMs(header: string | null, now: Date): number {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, MAX_DELAY_MS);
  // An HTTP date starts with a weekday; `Date.parse` would read "-5" as a year.
  const date = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return DEFAULT_RETRY_AFTER_MS;
  return Math.min(Math.max(0, date - now.getTime()), MAX_DELAY_MS);
}

function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
