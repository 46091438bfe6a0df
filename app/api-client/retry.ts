import { ApiError } from "./request";
import { RETRIES_EXHAUSTED } from "./sentences";

/** Limits of the retail list's fetch (specification, sections 4 and 9); times in milliseconds. */
export const MAX_ATTEMPTS = 3;
export const BACK_OFF_MS = 1_000;
export const BACK_OFF_CAP_MS = 30_000;
export const RETRY_AFTER_DEFAULT_MS = 5_000;

/** How long a refresh waits after a 429 that does not say, in seconds (specification, section 9). */
export const RATE_LIMIT_SECONDS = 60;

/** A timer can count no further. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Waits so many milliseconds, or rejects with the signal's reason. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  now?: () => Date;
}

/**
 * Tries up to three times, waiting between: as long as `Retry-After` says on a 429, else ever longer.
 * @throws the signal's reason once aborted, else Error with `RETRIES_EXHAUSTED` and the last failure as its cause
 */
export async function withRetry<Answer>(
  attempt: () => Promise<Answer>,
  { signal, wait = waitFor, now = () => new Date() }: RetryOptions = {},
): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (failure) {
      signal?.throwIfAborted();
      if (tried === MAX_ATTEMPTS) throw new Error(RETRIES_EXHAUSTED, { cause: failure });
      const answer = answerOf(failure);
      const limited = answer?.status === 429;
      await wait(limited ? retryAfterMs(answer.retryAfter, now()) : backOffMs(tried), signal);
    }
  }
}

/** How long to wait after the failure number `tried`: one second, doubling, at most thirty. */
export function backOffMs(tried: number): number {
  return Math.min(BACK_OFF_MS * 2 ** (tried - 1), BACK_OFF_CAP_MS);
}

/** What a `Retry-After` header asks for, seconds or an HTTP date; five seconds where it cannot be read. */
export function retryAfterMs(header: string | null, now: Date): number {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, LONGEST_WAIT_MS);
  // Only a date has words in it; `Date.parse` would take "-5" for a year.
  const moment = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) return RETRY_AFTER_DEFAULT_MS;
  return Math.min(Math.max(0, moment - now.getTime()), LONGEST_WAIT_MS);
}

/** The `retryAfter` of a 429's body in whole seconds; 60 where it says none that can be waited for. */
export function rateLimitSeconds(retryAfter: unknown): number {
  const seconds = typeof retryAfter === "string" ? Number.parseFloat(retryAfter) : retryAfter;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return RATE_LIMIT_SECONDS;
  return Math.min(Math.max(1, Math.ceil(seconds)), Math.floor(LONGEST_WAIT_MS / 1_000));
}

/** The answer that a failure is about, also where a sentence was put in front of it. */
function answerOf(failure: unknown): ApiError | undefined {
  if (failure instanceof ApiError) return failure;
  return failure instanceof Error && failure.cause instanceof ApiError ? failure.cause : undefined;
}

function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
