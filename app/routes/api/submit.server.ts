import type { z } from "zod";
import type { Db } from "~/db/connection.server";
import type { Limited } from "~/doors/limits.server";
import { answeredBefore, type Submitted, submitOnce } from "~/models/submit-once.server";
import { answerError, type Handler, readJson, refuseFlood } from "./respond.server";

const BAD_KEY = "The Idempotency-Key is 1 to 255 visible ASCII characters.";
const USED_KEY = "This Idempotency-Key was used with another body.";

interface SubmissionOptions<Schema extends z.ZodType> {
  schema: Schema;
  limited: Limited;
  /** Stores the record and gives it as the contract shows it. */
  create: (value: z.output<Schema>, options: { now: Date; within?: Db }) => Promise<unknown>;
}

/**
 * The POST of a public request: 201 with the stored record. Under an `Idempotency-Key` it is stored once, and a retry
 * gets the first answer again, whatever the limits say; the same key with another body is 422.
 */
export function submission<Schema extends z.ZodType>({
  schema,
  limited,
  create,
}: SubmissionOptions<Schema>): Handler {
  return async ({ request, context }) => {
    const key = request.headers.get("Idempotency-Key");
    if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) return answerError(400, BAD_KEY);
    const text = await request.clone().text();
    const body = await readJson(request, schema);
    if (!body.ok) return body.answer;

    const now = new Date();
    const once = key === null ? undefined : { key, scope: limited, body: text };
    const before = once && (await answeredBefore(once, now));
    if (before) return answerSubmitted(before);
    const refused = await refuseFlood(limited, context.clientAddress);
    if (refused) return refused;
    if (once)
      return answerSubmitted(await submitOnce(once, now, (within) => create(body.value, { now, within })));
    return created(JSON.stringify(await create(body.value, { now })));
  };
}

function answerSubmitted(submitted: Submitted): Response {
  if (submitted.outcome === "other-body") return answerError(422, USED_KEY);
  return created(submitted.answer);
}

function created(json: string): Response {
  return new Response(json, {
    status: 201,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}
