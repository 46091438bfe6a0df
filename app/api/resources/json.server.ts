import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { queryErrors } from "~/api/contract/query";
import { engine } from "~/db/connection.server";
import { matchesEtag } from "~/http/etag.server";
import {
  accountTooManyRequestsMessage,
  staffTooManyRequestsMessage,
  tooManyRequestsMessage,
} from "~/http/form.server";
import { log } from "~/http/log.server";
import { enterLongList, takeTurns } from "~/http/long-lists.server";
import { consumeRateLimit, type LimitedClient, type RateLimitName } from "~/http/rate-limits.server";
import { streamText } from "~/http/streamed-body.server";
import {
  LIST_BATCH_SIZE,
  type ListRange,
  type ListSlice,
  type OpenList,
  type RequestedRange,
} from "~/lists/window";
import { formatCount } from "~/values/format";
import { NOT_AN_OBJECT } from "~/values/text";

export const JSON_TYPE = "application/json; charset=utf-8";

/** The message of an unexpected error. */
const FAILED_MESSAGE = "Something went wrong on our end. Please try again.";
/** How many seconds to wait before sending again what timed out waiting for the database. */
const BUSY_SECONDS = 5;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type HandlerArgs = LoaderFunctionArgs | ActionFunctionArgs;
export type Handler = (args: HandlerArgs) => Promise<Response> | Response;

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

/** The response at an address without a resource: 404, and never HTML. */
export function nothingHere(): Response {
  return errorResponse(404, "There's nothing at this address.");
}

/** The response to an unexpected error: 503 if the database was too busy to write, otherwise 500. */
export function failedResponse(error: unknown, headers: HeadersInit = {}): Response {
  return engine.isBusy(error)
    ? errorResponse(503, FAILED_MESSAGE, { headers, retryAfter: BUSY_SECONDS })
    : errorResponse(500, FAILED_MESSAGE, { headers });
}

/** An error response: `{error}`, with `fields` for validation and `retryAfter` in seconds. */
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

/** Like `jsonResponse`, for prepared JSON. */
export function preparedResponse(
  request: Request,
  { body, etag }: PreparedJson,
  headers: HeadersInit = {},
): Response {
  return withEtag(request, etag, headers, () => body);
}

/** JSON with this ETag, or 304 if the client has it. Unless it sets `Cache-Control`, it is revalidated every time. */
function withEtag(request: Request, etag: string, extraHeaders: HeadersInit, body: () => BodyInit): Response {
  const headers = new Headers(extraHeaders);
  headers.set("ETag", etag);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Type", JSON_TYPE);
  return new Response(body(), { headers });
}

/**
 * A list: a plain array, with `X-Total-Count` and, if it was limited, `Link` to its other parts.
 * 400 if a parameter is invalid.
 * @param find the records of that range; the other parameters are the list's own
 */
export async function listResponse<Record>(
  request: Request,
  find: (params: URLSearchParams, range: ListRange) => Promise<ListSlice<Record>>,
): Promise<Response> {
  const { url, invalid, limit, offset } = readListRequest(request);
  if (invalid) return invalid;
  const { records, total } = await find(url.searchParams, { limit, offset });
  const headers: HeadersInit = { "X-Total-Count": String(total) };
  if (limit !== undefined) headers.Link = linkHeader(url, { limit, offset, total });
  return preparedResponse(request, prepareJson(records, String(total)), headers);
}

/** How a list of any length is read: a range, or as many records as there are. */
interface LongList<Record> {
  find(params: URLSearchParams, range: RequestedRange): Promise<ListSlice<Record>>;
  open(params: URLSearchParams, offset: number | undefined): Promise<OpenList<Record>>;
}

/** Like `listResponse`, but without a limit the list is made while it is sent. */
export async function longListResponse<Record>(
  args: HandlerArgs,
  { find, open }: LongList<Record>,
): Promise<Response> {
  const { url, invalid, limit, offset } = readListRequest(args.request);
  if (invalid) return invalid;
  if (limit !== undefined)
    return listResponse(args.request, (params, range) => find(params, { ...range, limit }));
  const list = await open(url.searchParams, offset);
  const headers = { "X-Total-Count": String(list.total) };
  return longResponse(args, { lists: [list], pieces: listText(list), headers });
}

function readListRequest(request: Request) {
  const url = new URL(request.url);
  const invalid = queryErrorResponse(url.pathname.replace(/^\/api/, ""), url.searchParams);
  return { url, invalid, limit: readCount(url, "limit"), offset: readCount(url, "offset") };
}

interface LongJson {
  lists: readonly OpenList<unknown>[];
  pieces: AsyncGenerator<string>;
  headers: Record<string, string>;
}

/**
 * JSON that is made while the client takes it, in turn with what other clients ask for. 429 if the client takes too many at once.
 * If it cannot be made to its end, the connection is closed. The ETag comes from the versions of the lists in it and from the
 * first piece, which another release may write differently.
 */
export async function longResponse(
  { request, context }: HandlerArgs,
  { lists, pieces, headers: extraHeaders }: LongJson,
): Promise<Response> {
  if (lists.some(({ total }) => total > LIST_BATCH_SIZE) && !enterLongList(context)) {
    return errorResponse(429, staffTooManyRequestsMessage(BUSY_SECONDS), { retryAfter: BUSY_SECONDS });
  }
  const inTurn = takeTurns(pieces, context.clientIp);
  // Read before the response, so that a database that fails is answered with 500.
  const first = await inTurn.next();
  const { etag } = prepareJsonText(first.value ?? "", lists.map(({ version }) => version).join());
  const rest = async function* () {
    yield first.value ?? "";
    yield* inTurn;
  };
  return withEtag(request, etag, extraHeaders, () => streamText(rest(), context.client));
}

/** The records as a JSON array, a batch in each piece, the first with what comes before the array. */
export async function* listText({ batches }: OpenList<unknown>, prefix = ""): AsyncGenerator<string> {
  let before = `${prefix}[`;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + JSON.stringify(batch).slice(1, -1);
    before = ",";
  }
  yield before === "," ? "]" : `${before}]`;
}

/** Counts a request against a limit: the 429 response if it is exceeded, otherwise undefined. */
export async function rateLimitResponse(
  name: RateLimitName,
  client: LimitedClient,
): Promise<Response | undefined> {
  const limit = await consumeRateLimit(name, client);
  if (limit.ok) return undefined;
  const { retryAfter } = limit;
  const toMessage = typeof client === "string" ? tooManyRequestsMessage : accountTooManyRequestsMessage;
  return errorResponse(429, toMessage(retryAfter), { retryAfter });
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
  if (hasLongList(body)) return { ok: false, response: errorResponse(400, LIST_TOO_LONG) };
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, response: validationError(parsed.error) };
}

/** More than any field takes: what is wrong with each item is said, which takes seconds for the 30,000 that a body has room for. */
const MAX_LIST_ITEMS = 1_000;
const LIST_TOO_LONG = `A list can have at most ${formatCount(MAX_LIST_ITEMS)} items.`;

/** Whether a field of a body, or of a group in it, is a list of too many items. */
function hasLongList(body: object, depth = 3): boolean {
  return Object.values(body).some((value) =>
    Array.isArray(value)
      ? value.length > MAX_LIST_ITEMS
      : typeof value === "object" && value !== null && depth > 1 && hasLongList(value, depth - 1),
  );
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

/** `</api/retail-vehicles?limit=10&offset=10>; rel="next"` (RFC 8288). */
function linkHeader(url: URL, { limit, offset = 0, total }: RequestedRange & { total: number }): string {
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
