import { fieldsOf, isRecord, parseLeniently, sentenceIn, tryParse, UnreadableError } from "./lenient";
import { httpErrorSentence, INVALID_RESPONSE_FORMAT, PARSE_FAILED, PROCESS_FAILED } from "./sentences";
import { keptToken, warnOfMissingToken } from "./token";

/** What whoever calls may bring along. */
export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The browser's own unless said: outside of one, it must know the site and keep its cookies. */
  fetch?: typeof fetch | undefined;
  /** Where the access token is kept: local storage unless said. */
  readToken?: (() => string | undefined) | undefined;
  /** Gets a new token where the one that is kept is not accepted; the call is then made once more. */
  renewToken?: (() => Promise<unknown>) | undefined;
  /** Beside those that the call itself has. */
  headers?: Record<string, string>;
}

/** One call, as an operation of the contract makes it. */
export interface Call extends CallOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON; a form as the multipart form that it is. */
  body?: unknown;
  /** True for what anybody may call: it goes out without the token, also from a staff page. */
  withoutToken?: boolean;
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
  /** Its fields (`error`, `fields`, `retryAfter`), where it is a JSON object. */
  readonly details: Record<string, unknown>;
  /** The `Retry-After` header, as it came. */
  readonly retryAfter: string | null;

  constructor({ status, statusText, headers }: Response, body: string) {
    super(sentenceIn(body) || httpErrorSentence(status));
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.details = fieldsOf(tryParse(body)?.value);
    this.retryAfter = headers.get("Retry-After");
  }
}

/**
 * The JSON that `/api` answers a call with; undefined for an empty body.
 * @throws ApiError where the answer is not 2xx, UnreadableError where it breaks off or is no JSON
 */
export async function requestJson(path: string, call: Call = {}): Promise<unknown> {
  const text = await requestText(path, call);
  if (text.trim() === "") return undefined;
  const parsed = tryParse(text);
  if (!parsed) throw new UnreadableError(PARSE_FAILED, text);
  return parsed.value;
}

/** The record that `/api` answers a call with. Throws as `requestJson` does, and where the answer is no object. */
export async function requestRecord<Answer extends object>(path: string, call: Call = {}): Promise<Answer> {
  const answer = await requestJson(path, call);
  if (!isRecord(answer)) throw new UnreadableError(INVALID_RESPONSE_FORMAT, JSON.stringify(answer) ?? "");
  return answer as Answer;
}

/** The list that `/api` answers a call with, read leniently. Throws as `requestJson` does. */
export async function requestList<Answer>(path: string, call: Call = {}): Promise<Answer[]> {
  return parseLeniently(await requestText(path, call)) as Answer[];
}

/**
 * The text that `/api` answers a call with, whatever it is. A call that finds no server throws what `fetch` throws.
 * @throws ApiError where the answer is not 2xx, UnreadableError with `PROCESS_FAILED` where it breaks off
 */
async function requestText(path: string, call: Call): Promise<string> {
  let response = await send(path, call);
  if (response.status === 401 && call.renewToken) {
    await call.renewToken();
    response = await send(path, call);
  }
  const text = await readText(response, call.signal);
  if (!response.ok) throw new ApiError(response, text);
  return text;
}

function send(path: string, call: Call): Promise<Response> {
  const { method = "GET", body, signal, keepalive } = call;
  const token = tokenFor(path, call);
  const isForm = body instanceof FormData;
  const isJson = body !== undefined && !isForm;
  const request = call.fetch ?? fetch;
  return request(`/api${path}`, {
    method,
    credentials: "include",
    headers: {
      Accept: "application/json",
      ...(isJson ? { "Content-Type": "application/json" } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...call.headers,
    },
    ...(isForm ? { body } : isJson ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  });
}

/** The token that is kept; where staff's endpoints are called, a missing one is warned of (specification, section 6). */
function tokenFor(path: string, { withoutToken, readToken = keptToken }: Call): string | undefined {
  if (withoutToken) return undefined;
  const token = readToken();
  if (!token && path.includes("/admin/")) warnOfMissingToken();
  return token;
}

/** The connection may break in the middle of an answer. */
async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UnreadableError(PROCESS_FAILED, "", { cause });
  }
}
