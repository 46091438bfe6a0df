/** How long a request waits for its response, headers and body, in milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;

/** A slow phone line, 400 kbit/s: a file may take as long as it needs on that. */
const SLOW_UPLOAD_BYTES_PER_MS = 50;

/**
 * A `fetch` that gives up after 15 seconds with a `TimeoutError`; with a file to send, that much later. The browser's own
 * waits for ever.
 */
export function withTimeout(send: typeof fetch): typeof fetch {
  return (input, init = {}) => send(input, { ...init, signal: timeoutSignal(init) });
}

/** True if a request was given up. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** True if the site was not reached, for which browsers throw a TypeError, or did not answer in time. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError || isTimeout(error);
}

// Not AbortSignal.any with AbortSignal.timeout: Safari before 17.4 lacks it.
function timeoutSignal({ signal, body }: RequestInit): AbortSignal {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException("The server didn't respond.", "TimeoutError"));
  setTimeout(giveUp, REQUEST_TIMEOUT_MS + fileBytes(body) / SLOW_UPLOAD_BYTES_PER_MS);
  if (signal?.aborted) controller.abort(signal.reason);
  signal?.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}

function fileBytes(body: BodyInit | null | undefined): number {
  if (!(body instanceof FormData)) return 0;
  return [...body.values()].reduce((sum, value) => sum + (value instanceof File ? value.size : 0), 0);
}
