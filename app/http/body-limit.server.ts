import type { IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { NextFunction, Request, Response } from "express";
import getRawBody from "raw-body";
import { isJson, mediaType } from "./csrf.server";
import { isApi, sendError } from "./error-response.server";

/** Request body limits, checked before anything parses the body. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_FIELDS = 100;
export const MAX_FIELD_NAME_LENGTH = 64;

/** How long a body may take to arrive. Uploads have their own limit (app/pictures/receive-upload.server.ts). */
const BODY_TIMEOUT_MS = 30_000;

/** An HTTP error for a request body. */
export interface BodyError {
  status: 400 | 408 | 413 | 415;
  message: string;
}

export const TOO_LARGE: BodyError = { status: 413, message: "The request is too large." };
const NOT_JSON: BodyError = { status: 415, message: "Send the body as application/json." };
const NOT_A_FORM: BodyError = {
  status: 415,
  message: "Send the form as application/x-www-form-urlencoded.",
};
export const BAD_TEXT: BodyError = { status: 400, message: "The request is not valid UTF-8 text." };
export const TOO_MANY_FIELDS: BodyError = { status: 400, message: "The form has too many fields." };
export const CUT_OFF: BodyError = { status: 400, message: "The request ended early." };
const TOO_SLOW: BodyError = { status: 408, message: "The request took too long." };

/**
 * Reads the request body into `response.locals.body`: JSON under `/api`, a URL-encoded form elsewhere. Skips a body that earlier middleware
 * has read. A body of another type or outside the limits gets an error response.
 */
export async function limitBody(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method) || response.locals.body) return next();
  const body = await readBody(request);
  if (Buffer.isBuffer(body)) {
    response.locals.body = body;
    return next();
  }
  // The rest of the body stays unread, so the connection cannot be reused.
  response.setHeader("Connection", "close");
  sendError(request, response, body.status, body.message);
}

async function readBody(request: Request): Promise<Buffer | BodyError> {
  const wrongType = isApi(request) ? NOT_JSON : NOT_A_FORM;
  // Checked first, so that an upload to the wrong URL gets 415 instead of 413.
  if (isMultipart(request) || request.headers["content-encoding"] !== undefined) return wrongType;
  const bytes = await readBytes(request);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const contentType = request.headers["content-type"];
  if (isApi(request)) {
    // A POST without a body, such as logout, has no Content-Type.
    if (bytes.length > 0 && !isJson(contentType)) return wrongType;
    return decodeUtf8(bytes) === undefined ? BAD_TEXT : bytes;
  }
  if (mediaType(contentType) !== "application/x-www-form-urlencoded") return wrongType;
  return findFormError(bytes) ?? bytes;
}

// Not express.raw, which reads an oversized body to its end before it reports an error.
function readBytes(request: Request): Promise<Buffer | BodyError> {
  const length = request.headers["content-length"];
  return inTime(
    new Promise<Buffer | BodyError>((resolve) => {
      getRawBody(request, { limit: MAX_BODY_BYTES, ...(length ? { length } : {}) }, (error, bytes) => {
        if (error) resolve(error.status === 413 ? TOO_LARGE : CUT_OFF);
        else resolve(bytes);
      });
    }),
  );
}

/** What is read of a body, or an error once that takes too long. */
export async function inTime<Result>(reading: Promise<Result>): Promise<Result | BodyError> {
  const patience = new AbortController();
  const tooSlow = setTimeout(BODY_TIMEOUT_MS, TOO_SLOW, { signal: patience.signal });
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    tooSlow.catch(() => {});
    patience.abort();
  }
}

export function isMultipart(request: IncomingMessage): boolean {
  return mediaType(request.headers["content-type"]) === "multipart/form-data";
}

/** The first error in a URL-encoded form, or undefined. */
function findFormError(bytes: Buffer): BodyError | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined) return BAD_TEXT;
  const pairs = text.split("&", MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) return TOO_MANY_FIELDS;
  for (const pair of pairs) {
    const name = decodeFormValue(pair.split("=", 1)[0] ?? "");
    const value = decodeFormValue(pair);
    if (name === undefined || value === undefined || value.includes("\0")) return BAD_TEXT;
    if (name.length > MAX_FIELD_NAME_LENGTH) return TOO_MANY_FIELDS;
  }
  return undefined;
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeFormValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
