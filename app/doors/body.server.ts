import type { IncomingMessage } from "node:http";
import { isJson, mediaType } from "./origin.server";

/** Bounds of a body before anything parses it (decisions, section 9). */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_FIELDS = 100;
export const MAX_FIELD_NAME_LENGTH = 64;

export type BodyRefusal = { status: 400 | 413 | 415; sentence: string };
export type ReadBody = { ok: true; bytes: Buffer } | ({ ok: false } & BodyRefusal);

const TOO_LARGE: BodyRefusal = { status: 413, sentence: "The request is too large." };
const WRONG_TYPE_JSON: BodyRefusal = { status: 415, sentence: "Send the body as application/json." };
const WRONG_TYPE_FORM: BodyRefusal = {
  status: 415,
  sentence: "Send the form as application/x-www-form-urlencoded.",
};
const BAD_TEXT: BodyRefusal = { status: 400, sentence: "The request is not valid UTF-8 text." };
const TOO_MANY_FIELDS: BodyRefusal = { status: 400, sentence: "The form has too many fields." };
const CUT_OFF: BodyRefusal = { status: 400, sentence: "The request ended early." };

/**
 * Reads a request's body within the bounds: JSON under `/api`, a plain form elsewhere, nothing else.
 * Answers a refusal as a value; never holds more than the bound in memory.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  { json }: { json: boolean },
): Promise<ReadBody> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > MAX_BODY_BYTES) return refuse(TOO_LARGE);
  if (request.headers["content-encoding"] !== undefined)
    return refuse(json ? WRONG_TYPE_JSON : WRONG_TYPE_FORM);
  const bytes = await readUpTo(request, MAX_BODY_BYTES);
  if (!Buffer.isBuffer(bytes)) return refuse(bytes);
  const contentType = request.headers["content-type"];
  if (json) {
    // A POST without a body (logout, say) declares no type.
    if (bytes.length > 0 && !isJson(contentType)) return refuse(WRONG_TYPE_JSON);
    return isUtf8(bytes) ? { ok: true, bytes } : refuse(BAD_TEXT);
  }
  if (mediaType(contentType) !== "application/x-www-form-urlencoded") return refuse(WRONG_TYPE_FORM);
  const problem = formProblem(bytes);
  return problem ? refuse(problem) : { ok: true, bytes };
}

/** What is wrong with a form body before it is parsed, if anything. */
export function formProblem(bytes: Buffer): BodyRefusal | undefined {
  if (!isUtf8(bytes)) return BAD_TEXT;
  const pairs = bytes.toString("utf8").split("&", MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) return TOO_MANY_FIELDS;
  for (const pair of pairs) {
    const name = decoded(pair.split("=", 1)[0] ?? "");
    const value = decoded(pair);
    if (name === undefined || value === undefined || value.includes("\0")) return BAD_TEXT;
    if (name.length > MAX_FIELD_NAME_LENGTH) return TOO_MANY_FIELDS;
  }
  return undefined;
}

function readUpTo(request: IncomingMessage, limit: number): Promise<Buffer | BodyRefusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.removeAllListeners("data");
      request.pause();
      resolve(TOO_LARGE);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve(CUT_OFF));
    request.once("aborted", () => resolve(CUT_OFF));
  });
}

function refuse(refusal: BodyRefusal): ReadBody {
  return { ok: false, ...refusal };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
