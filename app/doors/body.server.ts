import type { IncomingMessage } from "node:http";
import { isJson, mediaType } from "./origin.server";

/** Bounds of a body before anything parses it (decisions, section 9). */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_FIELDS = 100;
export const MAX_FIELD_NAME_LENGTH = 64;

/** How long a body within these bounds may be on its way; an upload has its own patience. */
const BODY_PATIENCE_MS = 30_000;

export type BodyRefusal = { status: 400 | 408 | 413 | 415; sentence: string };
export type ReadBody = { ok: true; bytes: Buffer } | ({ ok: false } & BodyRefusal);

export const TOO_LARGE: BodyRefusal = { status: 413, sentence: "The request is too large." };
const WRONG_TYPE_JSON: BodyRefusal = { status: 415, sentence: "Send the body as application/json." };
const WRONG_TYPE_FORM: BodyRefusal = {
  status: 415,
  sentence: "Send the form as application/x-www-form-urlencoded.",
};
export const BAD_TEXT: BodyRefusal = { status: 400, sentence: "The request is not valid UTF-8 text." };
export const TOO_MANY_FIELDS: BodyRefusal = { status: 400, sentence: "The form has too many fields." };
export const CUT_OFF: BodyRefusal = { status: 400, sentence: "The request ended early." };
const TOO_SLOW: BodyRefusal = { status: 408, sentence: "The request took too long." };

/**
 * Reads a request's body within the bounds: JSON under `/api`, a plain form elsewhere, nothing else.
 * Answers a refusal as a value; never holds more than the bound in memory.
 */
export async function readBoundedBody(
  request: IncomingMessage,
  { json }: { json: boolean },
): Promise<ReadBody> {
  const wrongType = json ? WRONG_TYPE_JSON : WRONG_TYPE_FORM;
  // An upload sent to the wrong door hears that, not that it is too large.
  if (isMultipart(request) || request.headers["content-encoding"] !== undefined) return refuse(wrongType);
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > MAX_BODY_BYTES) return refuse(TOO_LARGE);
  const bytes = await readUpTo(request, MAX_BODY_BYTES);
  if (!Buffer.isBuffer(bytes)) return refuse(bytes);
  const contentType = request.headers["content-type"];
  if (json) {
    // A POST without a body (logout, say) declares no type.
    if (bytes.length > 0 && !isJson(contentType)) return refuse(wrongType);
    return decodedUtf8(bytes) === undefined ? refuse(BAD_TEXT) : { ok: true, bytes };
  }
  if (mediaType(contentType) !== "application/x-www-form-urlencoded") return refuse(wrongType);
  const problem = formProblem(bytes);
  return problem ? refuse(problem) : { ok: true, bytes };
}

/** True for a declared multipart form. */
export function isMultipart(request: IncomingMessage): boolean {
  return mediaType(request.headers["content-type"]) === "multipart/form-data";
}

/** What is wrong with a form body before it is parsed, if anything. */
export function formProblem(bytes: Buffer): BodyRefusal | undefined {
  const text = decodedUtf8(bytes);
  if (text === undefined) return BAD_TEXT;
  const pairs = text.split("&", MAX_FIELDS + 1);
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
    const settle = (outcome: Buffer | BodyRefusal) => {
      clearTimeout(impatient);
      request.removeAllListeners("data");
      resolve(outcome);
    };
    const giveUp = (refusal: BodyRefusal) => {
      settle(refusal);
      request.pause();
    };
    const impatient = setTimeout(() => giveUp(TOO_SLOW), BODY_PATIENCE_MS);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else giveUp(TOO_LARGE);
    });
    request.once("end", () => settle(Buffer.concat(chunks)));
    request.once("error", () => settle(CUT_OFF));
    request.once("aborted", () => settle(CUT_OFF));
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

/** The text of these bytes; undefined where they are not valid UTF-8. */
export function decodedUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
