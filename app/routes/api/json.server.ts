import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { queryErrors } from "~/api/contract/query";
import { engine } from "~/db/connection.server";
import { matchesEtag } from "~/http/etag.server";
import { tooManyRequestsMessage } from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit, type RateLimitName } from "~/http/rate-limits.server";
import type { ListRange, ListSlice } from "~/lists/window";
import { NOT_AN_OBJECT } from "~/values/text";

export const JSON_TYPE = "application/json; charset=utf-8";

/** The message of an unexpected error. */
const FAILED_MESSAGE = "Something went wrong on our end. Please try again.";
/** When what waited for the database in vain may be sent again: the write before it has taken as long already. */
const BUSY_SECONDS = 5;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response> | Response;

/**
 * The loader and action of a JSON resource with one handler per method. Other methods get 405 with `Allow`; an unexpected
 * error is logged and answered without its details, never as HTML.
 */
export function resourceRoute(handlers: Partial<Record<Method, Handler>>): {
  loader: Handler;
  action: Handler;
} {
  const handle: Handler = async (args) => {
    const { method } = args.request;
    const handler = handlers[method === "HEAD" ? "GET" : (method as Method)];
    if (!handler) return methodNotAllowed(Object.keys(handlers));
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Response) return error;
      log.error({ requestId: args.context.requestId, error }, "request failed");
      return failedResponse(error);
    }
  };
  return { loader: handle, action: handle };
}

/** The response to an unexpected error: 503 if the database was too busy to write, otherwise 500. */
export function failedResponse(error: unknown, headers: HeadersInit = {}): Response {
  return engine.isBusy(error)
    ? errorResponse(503, FAILED_MESSAGE, { headers, retryAfter: BUSY_SECONDS })
    : errorResponse(500, FAILED_MESSAGE, { headers });
}

/** An error response: `{error}`, with `fields` for validation and `retryAfter` in seconds (decisions, section 8). */
export function errorResponse(
  status: number,
  error: string,
  extra: { fields?: Record<string, string[]>; headers?: HeadersInit; retryAfter?: number } = {},
): Response {
  const { fields, retryAfter } = extra;
  const headers = new Headers(extra.headers);
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json(
    { error, ...(fields ? { fields } : {}), ...(retryAfter === undefined ? {} : { retryAfter }) },
    { status, headers },
  );
}

/** A JSON response with an ETag, or 304 if the client has it. */
export function jsonResponse(request: Request, value: unknown, headers: HeadersInit = {}): Response {
  return preparedResponse(request, prepareJson(value), headers);
}

/** Serialized JSON and its ETag. */
export interface PreparedJson {
  body: string;
  etag: string;
}

/** Serializes a value. Its ETag depends on the JSON and on `headers`, the response headers that vary with it. */
export function prepareJson(value: unknown, headers = ""): PreparedJson {
  return prepareJsonText(JSON.stringify(value), headers);
}

/** Like `prepareJson`, for JSON that is already serialized. */
export function prepareJsonText(body: string, headers = ""): PreparedJson {
  const hash = createHash("sha256").update(body).update(headers).digest("base64url");
  return { body, etag: `"${hash.slice(0, 27)}"` };
}

/** Like `jsonResponse`, for prepared JSON. Without a `Cache-Control` of its own it is revalidated every time. */
export function preparedResponse(
  request: Request,
  { body, etag }: PreparedJson,
  extraHeaders: HeadersInit = {},
): Response {
  const headers = new Headers(extraHeaders);
  headers.set("ETag", etag);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Type", JSON_TYPE);
  return new Response(body, { headers });
}

/**
 * A list: a plain array, with `X-Total-Count` and, if it was limited, `Link` to its other parts (specification, section 7).
 * 400 if a parameter is invalid.
 * @param find the records of that range; the other parameters are the list's own
 */
export async function listResponse<Record>(
  request: Request,
  find: (params: URLSearchParams, range: ListRange) => Promise<ListSlice<Record>>,
): Promise<Response> {
  const url = new URL(request.url);
  const invalid = queryErrorResponse(url.pathname.replace(/^\/api/, ""), url.searchParams);
  if (invalid) return invalid;
  const range = { limit: readCount(url, "limit"), offset: readCount(url, "offset") };
  const { records, total } = await find(url.searchParams, range);
  const headers: HeadersInit = { "X-Total-Count": String(total) };
  const link = linkHeader(url, range, total);
  if (link) headers.Link = link;
  return preparedResponse(request, prepareJson(records, String(total)), headers);
}

/** Counts a request against a limit: the 429 response if it is exceeded, otherwise undefined. */
export async function rateLimitResponse(
  name: RateLimitName,
  clientIp: string,
): Promise<Response | undefined> {
  const limit = await consumeRateLimit(name, clientIp);
  if (limit.ok) return undefined;
  return errorResponse(429, tooManyRequestsMessage(limit.retryAfter), { retryAfter: limit.retryAfter });
}

/**
 * The 400 for a query that the contract does not allow; undefined if it is right.
 * @param path under `/api`, as in the contract
 */
export function queryErrorResponse(path: string, params: URLSearchParams): Response | undefined {
  const fields = queryErrors(path, params);
  const [messages] = Object.values(fields);
  return messages && errorResponse(400, messages[0] ?? "", { fields });
}

/** A JSON body that matches its schema, or the 400 that says what is wrong. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; response: Response }> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return { ok: false, response: errorResponse(400, "The body is not valid JSON.") };
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { ok: false, response: errorResponse(400, NOT_AN_OBJECT) };
  }
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, response: validationError(parsed.error) };
}

function readCount({ searchParams }: URL, name: string): number | undefined {
  return searchParams.get(name) ? Number(searchParams.get(name)) : undefined;
}

function methodNotAllowed(methods: string[]): Response {
  const allowed = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  return errorResponse(405, "This method is not supported here.", { headers: { Allow: allowed.join(", ") } });
}

function validationError(error: z.ZodError): Response {
  const message = error.issues[0]?.message ?? "The request is not valid.";
  return errorResponse(400, message, { fields: messagesByField(error) });
}

/** `{ "customerInfo.phone": ["Phone number is required"] }` */
function messagesByField(error: z.ZodError): Record<string, string[]> {
  // No prototype, so a field named `__proto__` is a name like any other.
  const fields: Record<string, string[]> = Object.create(null);
  for (const { path, message } of error.issues) {
    const name = path.map(String).join(".");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

/** `</api/retail-vehicles?limit=10&offset=10>; rel="next"` (RFC 8288); undefined for a whole list. */
function linkHeader(url: URL, { limit, offset = 0 }: ListRange, total: number): string | undefined {
  if (limit === undefined) return undefined;
  const last = Math.max(0, (Math.ceil(total / limit) - 1) * limit);
  const offsets = {
    first: 0,
    prev: offset > 0 ? Math.max(0, Math.min(offset - limit, last)) : undefined,
    next: offset + limit < total ? offset + limit : undefined,
    last,
  };
  const params = new URLSearchParams(url.searchParams);
  return Object.entries(offsets)
    .filter(([, value]) => value !== undefined)
    .map(([relation, value]) => {
      params.set("offset", String(value));
      return `<${url.pathname}?${params}>; rel="${relation}"`;
    })
    .join(", ");
}
