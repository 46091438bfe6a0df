import { readToken } from "./session-storage";
import { isTimeout } from "./timeout";

/** The message for a response that can't be read. */
export const API_MESSAGES = {
  invalidFormat: "Invalid response format",
  parseFailed: "Failed to parse response data",
  processFailed: "Failed to process response",
} as const;

export interface RequestOptions {
  method?: "GET" | "POST";
  /** Sent as JSON; a `FormData` is sent as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Aborts the request, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sends no access token, because the endpoint is public. */
  isPublic?: boolean;
  /** Lets the request finish after the page is closed. */
  keepalive?: boolean;
  /** Replaces the browser's `fetch`, which cannot report upload progress. */
  fetch?: typeof fetch;
}

/** A response that is not 2xx. Its message is the body's error or message field, else its text, else the status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: string;
  /** The body's fields (`error`, `fields`, `retryAfter`) if it is a JSON object. */
  readonly details: Record<string, unknown>;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;

  constructor({ status, headers }: Response, body: string) {
    super(errorMessageIn(body) || `HTTP error! status: ${status}`);
    this.status = status;
    this.body = body;
    this.details = toFields(parseJson(body)?.value);
    this.retryAfter = headers.get("Retry-After");
  }
}

/** A 2xx response that cannot be used; its message is one of `API_MESSAGES`. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
  /** The response's text, as far as it was received. */
  readonly body: string;

  constructor(message: string, body: string, options?: ErrorOptions) {
    super(message, options);
    this.body = body;
  }
}

/**
 * Sends a request to `/api` and returns the response's JSON, or undefined for an empty body.
 * @throws ApiError, InvalidResponseError, or what `fetch` throws when there is no response
 */
export async function requestJson(path: string, options: RequestOptions = {}): Promise<unknown> {
  const text = await requestText(path, options);
  if (text.trim() === "") return undefined;
  const parsed = parseJson(text);
  if (!parsed) throw new InvalidResponseError(API_MESSAGES.parseFailed, text);
  return parsed.value;
}

/** Like `requestJson`, but returns the response's text. */
async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  const { method = "GET", body, isPublic, keepalive = false, fetch: send = fetch } = options;
  const isForm = body instanceof FormData;
  const token = isPublic ? undefined : readToken();
  if (!token && path.includes("/admin/")) {
    console.warn("No access token is stored: the request is sent without one.");
  }
  const { signal } = options;
  const response = await send(`/api${path}`, {
    method,
    credentials: "include",
    headers: {
      Accept: "application/json",
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    keepalive,
  });
  const text = await response.text().catch((cause: unknown) => {
    signal?.throwIfAborted();
    if (isTimeout(cause)) throw cause;
    throw new InvalidResponseError(API_MESSAGES.processFailed, "", { cause });
  });
  if (!response.ok) throw new ApiError(response, text);
  return text;
}

/** The error or message field of a failed response, else its text; empty for an HTML page. */
export function errorMessageIn(body: string): string {
  const { error, message } = toFields(parseJson(body)?.value);
  if (typeof error === "string" && error) return error;
  if (typeof message === "string" && message) return message;
  return isHtml(body) ? "" : body.trim();
}

/** Parses JSON, wrapped because the value may be anything; undefined if the text is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The value if it is an object, otherwise an empty object. */
export function toFields(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for the HTML page of a proxy or a captive portal. */
export function isHtml(text: string): boolean {
  return /^\s*</.test(text);
}

/** How long to wait after failed attempt number `attempt`, in milliseconds: 1 s, doubling, at most 30 s. */
export function backoffMs(attempt: number): number {
  return Math.min(1_000 * 2 ** (attempt - 1), 30_000);
}
