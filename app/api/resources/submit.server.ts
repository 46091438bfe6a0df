import type { z } from "zod";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { actAs } from "~/context.server";
import { transaction } from "~/db/connection.server";
import { findStoredResponse, type OnceResult, runOnce } from "~/http/idempotency.server";
import { customerPath } from "~/requests/customer-link.server";
import type { RequestCollection } from "~/requests/request";
import { errorResponse, type Handler, rateLimitResponse, readJson } from "./json.server";
import { recordResponse } from "./staff-resource.server";

const BAD_KEY = "The Idempotency-Key must be 1 to 255 visible ASCII characters.";
const USED_KEY = "This Idempotency-Key was already used with a different body.";

interface SubmissionOptions<Schema extends z.ZodType, Ready> {
  schema: Schema;
  /** Looks up what a valid body names, or responds with the error if that cannot be used. */
  prepare: (value: z.output<Schema>) => Promise<Ready | Response> | Ready;
  /** Stores the record in the transaction and returns it in the API's shape. */
  create: (ready: Ready) => Promise<{ _id: string }>;
}

/**
 * Handles the POST of a public request: 201 with the stored record and the customer's private link to it. With an
 * `Idempotency-Key` it is stored once, and a retry gets the first response again without counting against the rate limit; the
 * same key with another body is 422.
 */
export function submission<Schema extends z.ZodType, Ready>(
  { prefix, recordKind: rateLimit }: Pick<RequestCollection, "prefix" | "recordKind">,
  { schema, prepare, create }: SubmissionOptions<Schema, Ready>,
): Handler {
  return async ({ request, context }) => {
    const sent = await readSubmission(request, schema, rateLimit);
    if (sent instanceof Response) return sent;
    const { value, once } = sent;
    const now = new Date();
    const before = once && (await findStoredResponse(once, now));
    if (before) return respondOnce(before);
    const ready = await prepare(value);
    if (ready instanceof Response) return ready;
    const limitedResponse = await rateLimitResponse(rateLimit, context.clientIp);
    if (limitedResponse) return limitedResponse;
    const store = async () => {
      const record = await create(ready);
      const path = customerPath({ prefix, id: record._id }, now);
      return { ...record, customerUrl: toAbsoluteUrl(config.PUBLIC_URL, path) ?? path };
    };
    return actAs({ source: "api" }, now, async () =>
      once ? respondOnce(await runOnce(once, now, store)) : created(JSON.stringify(await transaction(store))),
    );
  };
}

/** Thrown to roll back, so that the key can be used again. */
class NotWritten extends Error {
  constructor(readonly response: Response) {
    super(`Answered with ${response.status}`);
  }
}

/**
 * Reads a body of staff and writes it: 201 with what `write` stored, or the error that it returns, after which nothing is stored. With an
 * `Idempotency-Key` it is written once, and a retry gets the first response again; the same key with another body is 422.
 */
export async function writeOnce<Schema extends z.ZodType>(
  { request, now }: { request: Request; now: Date },
  {
    schema,
    write,
  }: { schema: Schema; write: (value: z.output<Schema>) => Promise<{ updatedAt: string } | Response> },
): Promise<Response> {
  const sent = await readSubmission(request, schema, new URL(request.url).pathname.toLowerCase());
  if (sent instanceof Response) return sent;
  const { value, once } = sent;
  const store = async () => {
    const stored = await write(value);
    if (stored instanceof Response) throw new NotWritten(stored);
    return stored;
  };
  try {
    if (!once) return recordResponse(await transaction(store), 201);
    const { outcome, response } = await runOnce(once, now, store);
    return outcome === "other-body"
      ? errorResponse(422, USED_KEY)
      : recordResponse(JSON.parse(response), 201);
  } catch (error) {
    if (error instanceof NotWritten) return error.response;
    throw error;
  }
}

/** The body as its schema reads it, and what makes it once, if the sender wants that; or why it can't be taken. */
async function readSubmission<Schema extends z.ZodType>(request: Request, schema: Schema, scope: string) {
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) return errorResponse(400, BAD_KEY);
  const text = await request.clone().text();
  const body = await readJson(request, schema);
  if (!body.ok) return body.response;
  return { value: body.value, once: key === null ? undefined : { key, scope, body: text } };
}

function respondOnce(result: OnceResult): Response {
  if (result.outcome === "other-body") return errorResponse(422, USED_KEY);
  return created(result.response);
}

function created(json: string): Response {
  return new Response(json, {
    status: 201,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}
