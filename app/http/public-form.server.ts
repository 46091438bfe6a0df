import { randomUUID } from "node:crypto";
import type { Submission } from "@conform-to/react";
import { type AppLoadContext, data } from "@remix-run/node";
import { readForm, tooManyRequestsInit, tooManyRequestsMessage } from "./form.server";
import { HONEYPOT_NAME } from "./honeypot";
import { log } from "./log.server";
import { type FormResult, IDEMPOTENCY_KEY } from "./public-form";
import { consumeRateLimit, type RateLimitName } from "./rate-limits.server";

const HONEYPOT_MESSAGE =
  "This looked like an automated message, so it wasn't sent. Please try again, or call us.";

/** Why a form without errors does not take effect, shown above it. */
export class Rejection {
  constructor(
    readonly message: string,
    /** The answer's status, and its headers. */
    readonly init: number | ResponseInit,
  ) {}
}

/** What is specific to one public form. */
interface PublicForm<Value, Stored, Answer> {
  /** What it sends, for the log: `a callback`. */
  name: string;
  check: (form: FormData) => Submission<unknown, string[], Value>;
  limit: RateLimitName;
  store: Store<Stored, Answer>;
}

/** A form that is stored as it was sent. */
interface PlainForm<Value, Answer> extends PublicForm<Value, Value, Answer> {
  prepare?: undefined;
}

/** A form that is stored with what it is about. */
interface PreparedForm<Value, Ready, Answer> extends PublicForm<Value, Ready, Answer> {
  /** Looks up what the form is about. A rejection doesn't count against the limit. */
  prepare: (value: Value) => Promise<Ready | Rejection>;
}

/**
 * Stores what was sent, and returns where to go next.
 * @param formKey the same whenever the same form is sent again, to store it once
 */
type Store<Stored, Answer> = (stored: Stored, formKey: string) => Promise<Answer | Rejection>;

type FormContext = Pick<AppLoadContext, "clientIp" | "requestId">;
/** The form again, with why it did not take effect. */
type FormReply = ReturnType<typeof data<FormResult>>;

/** The `known` fields of a public form, and its honeypot. */
export function readPublicForm(request: Request, known: readonly string[]): Promise<FormData> {
  return readForm(request, [...known, HONEYPOT_NAME]);
}

/**
 * Takes a public form: checks it, counts it against its limit, and stores it. If it doesn't take effect, it comes back as typed with the
 * reason: 400 for errors and bots, 429 for the limit, 500 for a failure, which is logged.
 */
export function takeForm<Value, Ready, Answer>(
  form: FormData,
  context: FormContext,
  own: PreparedForm<Value, Ready, Answer>,
): Promise<Answer | FormReply>;
export function takeForm<Value, Answer>(
  form: FormData,
  context: FormContext,
  own: PlainForm<Value, Answer>,
): Promise<Answer | FormReply>;
export async function takeForm<Value, Ready, Answer>(
  form: FormData,
  { clientIp, requestId }: FormContext,
  own: PlainForm<Value, Answer> | PreparedForm<Value, Ready, Answer>,
): Promise<Answer | FormReply> {
  const submission = own.check(form);
  const reject = ({ message, init }: Rejection) =>
    data<FormResult>({ reply: submission.reply({ formErrors: [message] }) }, init);
  const robot = checkHoneypot(form);
  if (robot) return reject(robot);
  if (submission.status !== "success") return data<FormResult>({ reply: submission.reply() }, 400);
  try {
    const store = await prepareStore(own, submission.value);
    if (store instanceof Rejection) return reject(store);
    const limited = await checkLimit(own.limit, clientIp);
    if (limited) return reject(limited);
    const answer = await store(form.get(IDEMPOTENCY_KEY)?.toString() || randomUUID());
    return answer instanceof Rejection ? reject(answer) : answer;
  } catch (error) {
    log.error({ requestId, error }, `storing ${own.name} failed`);
    return data<FormResult>({ reply: submission.reply(), failure: { status: 500 } }, 500);
  }
}

/** How to store what was sent, once it is known what the form is about. */
async function prepareStore<Value, Ready, Answer>(
  own: PlainForm<Value, Answer> | PreparedForm<Value, Ready, Answer>,
  value: Value,
): Promise<((formKey: string) => Promise<Answer | Rejection>) | Rejection> {
  if (!own.prepare) return (formKey) => own.store(value, formKey);
  const ready = await own.prepare(value);
  return ready instanceof Rejection ? ready : (formKey) => own.store(ready, formKey);
}

/** The rejection of a form whose hidden honeypot a bot filled in. */
export function checkHoneypot(form: FormData): Rejection | undefined {
  return form.get(HONEYPOT_NAME) ? new Rejection(HONEYPOT_MESSAGE, 400) : undefined;
}

/** Counts a form against a limit: the rejection if it is exceeded. */
export async function checkLimit(name: RateLimitName, clientIp: string): Promise<Rejection | undefined> {
  const limit = await consumeRateLimit(name, clientIp);
  if (limit.ok) return undefined;
  return new Rejection(tooManyRequestsMessage(limit.retryAfter), tooManyRequestsInit(limit.retryAfter));
}
