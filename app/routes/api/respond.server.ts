import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { isKnown } from "~/doors/etag.server";
import { tooManySentence } from "~/doors/form.server";
import { countRequest, type Limited } from "~/doors/limits.server";
import { log } from "~/doors/log.server";

export const JSON_TYPE = "application/json; charset=utf-8";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response> | Response;

/** An error of the contract (decisions, section 8): one sentence, and the sentences by field for validation. */
export function answerError(
  status: number,
  error: string,
  extra: { fields?: Record<string, string[]>; headers?: HeadersInit; retryAfter?: number } = {},
): Response {
  const { fields, headers, retryAfter } = extra;
  const answer = new Headers(headers);
  if (retryAfter !== undefined) answer.set("Retry-After", String(retryAfter));
  return Response.json(
    { error, ...(fields ? { fields } : {}), ...(retryAfter === undefined ? {} : { retryAfter }) },
    { status, headers: answer },
  );
}

/**
 * The loader and action of a resource: each method has its handler, any other is answered 405 with `Allow`.
 * What a handler throws is answered 500 without internals; never HTML.
 */
export function resource(handlers: Partial<Record<Method, Handler>>): { loader: Handler; action: Handler } {
  const answer: Handler = async (args) => {
    const { method } = args.request;
    const handler = handlers[method === "HEAD" ? "GET" : (method as Method)];
    if (!handler) {
      const allowed = Object.keys(handlers).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
      return answerError(405, "This method is not supported here.", {
        headers: { Allow: allowed.join(", ") },
      });
    }
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Response) return error;
      log.error({ requestId: args.context.requestId, failure: failureOf(error) }, "resource failed");
      return answerError(500, "Something went wrong on our side. Please try again.");
    }
  };
  return { loader: answer, action: answer };
}

/** An answer's JSON and its strong ETag. */
export interface Tagged {
  body: string;
  etag: string;
}

/** `value` as JSON, and the ETag that changes with it and with what its headers say. */
export function tagged(value: unknown, headers = ""): Tagged {
  return taggedJson(JSON.stringify(value), headers);
}

/** As `tagged`, for what is JSON already. */
export function taggedJson(body: string, headers = ""): Tagged {
  const hash = createHash("sha256").update(body).update(headers).digest("base64url");
  return { body, etag: `"${hash.slice(0, 27)}"` };
}

/** Answers with JSON and a strong ETag, or with 304 to whoever has it already (If-None-Match). */
export function answerWithEtag(request: Request, value: unknown, headers: HeadersInit = {}): Response {
  return answerTagged(request, tagged(value), headers);
}

/** As `answerWithEtag`, for JSON that was prepared before. */
export function answerTagged(request: Request, { body, etag }: Tagged, headers: HeadersInit = {}): Response {
  const answer = new Headers(headers);
  answer.set("ETag", etag);
  // Kept, but asked about each time, where the caller says nothing else.
  if (!answer.has("Cache-Control")) answer.set("Cache-Control", "no-cache");
  if (isKnown(request.headers.get("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers: answer });
  }
  answer.set("Content-Type", JSON_TYPE);
  return new Response(body, { headers: answer });
}

/** The 429 for an address that sends more than a person would; undefined where it may go on, and is counted. */
export async function refuseFlood(what: Limited, clientAddress: string): Promise<Response | undefined> {
  const limit = await countRequest(what, clientAddress);
  if (limit.ok) return undefined;
  return answerError(429, tooManySentence(limit.retryAfter), { retryAfter: limit.retryAfter });
}

/** A JSON body checked against its schema, or the 400 that says what is wrong. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; answer: Response }> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return { ok: false, answer: answerError(400, "The body is not valid JSON.") };
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = sentencesByField(parsed.error);
  const first = parsed.error.issues[0]?.message ?? "The request is not valid.";
  return { ok: false, answer: answerError(400, first, { fields }) };
}

/** `{ "customerInfo.phone": ["Phone number is required"] }` */
export function sentencesByField(error: z.ZodError): Record<string, string[]> {
  // Without a prototype, so that a field named `__proto__` is a name like any other.
  const fields: Record<string, string[]> = Object.create(null);
  for (const { path, message } of error.issues) {
    const name = path.map(String).join(".");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return fields;
}

function failureOf(error: unknown): { name: string; stack?: string | undefined } {
  return error instanceof Error ? { name: error.name, stack: error.stack } : { name: "unknown" };
}
