import { httpErrorSentence, INVALID_RESPONSE_FORMAT, PARSE_FAILED, PROCESS_FAILED } from "./sentences";
import { keptToken, storedToken } from "./token";

/** What a call may bring: a signal to abort it, and in tests another fetch. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  fetch?: typeof fetch | undefined;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** True for a call that must arrive although the page is about to leave. */
  keepalive?: boolean;
}

/** An answer that is not 2xx; `message` by the generic precedence of the specification's section 8. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly statusText: string;
  /** The answer's text, as it came. */
  readonly body: string;
  /** The `Retry-After` header, as it came. */
  readonly retryAfter: string | null;

  constructor({ status, statusText, headers }: Response, body: string) {
    super(sentenceIn(body) || httpErrorSentence(status));
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.retryAfter = headers.get("Retry-After");
  }
}

/**
 * The JSON that `/api` answers a call with; undefined for an empty body.
 * @throws ApiError where the answer is not 2xx, Error with `PARSE_FAILED` where it is no JSON
 */
export async function requestJson(path: string, options: CallOptions = {}): Promise<unknown> {
  const text = await requestText(path, options);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(PARSE_FAILED);
  }
}

/** The list that `/api` answers a call with, read leniently. Throws as `requestJson` does. */
export async function requestList(path: string, options: CallOptions = {}): Promise<unknown[]> {
  return parseLeniently(await requestText(path, options));
}

/**
 * A list out of whatever was sent for one (specification, section 7): nothing is an empty list, a single object
 * is a list of one; from broken JSON control characters are stripped and the bracketed array is taken out.
 * @throws Error with `PARSE_FAILED` or, for JSON that is neither list nor object, `INVALID_RESPONSE_FORMAT`
 */
export function parseLeniently(text: string): unknown[] {
  if (text.trim() === "") return [];
  const cleaned = text.replace(/\p{Cc}+/gu, "");
  const bracketed = cleaned.slice(cleaned.indexOf("["), cleaned.lastIndexOf("]") + 1);
  for (const candidate of [text, cleaned, bracketed]) {
    const parsed = tryParse(candidate);
    if (parsed) return asList(parsed.value);
  }
  throw new Error(PARSE_FAILED);
}

/** The sentence in a failed answer: its error or message field, else its text. A page of HTML is no sentence. */
export function sentenceIn(body: string): string {
  const value = tryParse(body)?.value;
  const { error, message } = (typeof value === "object" && value !== null ? value : {}) as {
    error?: unknown;
    message?: unknown;
  };
  const said = [error, message].find((one) => typeof one === "string" && one !== "");
  if (typeof said === "string") return said;
  return /^\s*</.test(body) ? "" : body.trim();
}

/**
 * The text that `/api` answers a call with, whatever it is. A call that finds no server throws what `fetch` throws.
 * @throws ApiError where the answer is not 2xx, Error with `PROCESS_FAILED` where it breaks off
 */
export async function requestText(path: string, { body, headers, ...options }: CallOptions): Promise<string> {
  const send = options.fetch ?? fetch;
  const token = WITHOUT_TOKEN.has(path) ? undefined : tokenFor(path);
  const response = await send(`/api${path}`, {
    method: options.method ?? "GET",
    credentials: "include",
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  const text = await readText(response, options.signal);
  if (!response.ok) throw new ApiError(response, text);
  return text;
}

/** What anybody may call goes out without the token, also from a staff page (specification, section 7). */
const WITHOUT_TOKEN = new Set(["/vin/direct-decode", "/repair-requests"]);

/** The stored token; where staff's endpoints are called, a missing one is warned of (specification, section 6). */
function tokenFor(path: string): string | undefined {
  return path.includes("/admin/") ? storedToken() : keptToken();
}

/** The connection may break in the middle of an answer. */
async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(PROCESS_FAILED, { cause: error });
  }
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "object" && value !== null) return [value];
  throw new Error(INVALID_RESPONSE_FORMAT);
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
