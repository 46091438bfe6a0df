import { finished } from "node:stream/promises";
import type { NextFunction, Request, Response } from "express";
import { verifyToken } from "~/accounts/access-token.server";
import { readLastUser, readSession } from "~/accounts/session-cookie.server";
import { isMultipart } from "~/http/body-limit.server";
import { limitConcurrency } from "~/http/concurrency.server";
import { sendError } from "~/http/error-response.server";
import { staffTooManyRequestsMessage } from "~/http/form.server";
import { MAX_MULTIPART_BYTES, readMultipart } from "~/http/multipart.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "./upload";

/** How long an upload may take to arrive: 5 MB from a phone in the yard, over a poor connection. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/** The form field that a picture comes in (specification, section 7). */
const PICTURE_FIELD = "image";

const API_PATH = /^\/api\/admin\/upload\/?$/i;
const EDITOR_PATH = /^\/admin\/(dismantled|retail)-vehicles\/(new|[^/]+\/edit)(\.data|\/)?$/i;

/** Each upload uses up to 5 MB of memory until its response is sent; waiting uploads are not read yet. */
const uploads = limitConcurrency({ atOnce: 4, waiting: 8 });
const BUSY_SECONDS = 5;

/**
 * Reads a multipart form with a picture while it streams: the picture goes to `response.locals.upload`, the other fields
 * reach the route as a URL-encoded form in `response.locals.body`. A client that may not upload is passed on with an empty body,
 * so that the route's own guard responds. Other requests pass unchanged.
 */
export async function receiveUpload(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!isUpload(request)) return next();
  try {
    await ((await mayUpload(request))
      ? readUpload(request, response, next)
      : passWithoutBody(request, response, next));
  } catch (error) {
    next(error);
  }
}

function isUpload(request: Request): boolean {
  if (request.method !== "POST") return false;
  return API_PATH.test(request.path) || (EDITOR_PATH.test(request.path) && isMultipart(request));
}

/**
 * The API requires a valid token. A page requires an open session, or a browser that staff have signed in with, because a form
 * that is posted after the session ended is saved with its picture (decisions, section 4).
 */
async function mayUpload(request: Request): Promise<boolean> {
  const { authorization, cookie } = request.headers;
  const headers = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
  const credentials = new globalThis.Request("http://site.invalid/", { headers });
  const now = new Date();
  if (API_PATH.test(request.path)) return (await verifyToken(credentials, now)).ok;
  return Boolean((await readSession(credentials, now)) ?? (await readLastUser(credentials)));
}

function passWithoutBody(request: Request, response: Response, next: NextFunction): void {
  discardRest(request, response);
  passAsForm(request, response, Buffer.alloc(0), next);
}

async function readUpload(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!isMultipart(request) || request.headers["content-encoding"] !== undefined) {
    const message = `Send the picture as multipart/form-data, in the field ${PICTURE_FIELD}.`;
    return reject(request, response, 415, message);
  }
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > MAX_MULTIPART_BYTES) return reject(request, response, 413, IMAGE_SIZE_MESSAGE);
  const done = await uploads(async () => {
    const form = await readMultipart(request, { fileField: PICTURE_FIELD, maxFileBytes: MAX_IMAGE_BYTES });
    if (form.ok) {
      if (form.file) response.locals.upload = { ...form.file, ...(await rateLimit(request)) };
      passAsForm(request, response, Buffer.from(new URLSearchParams(form.fields).toString()), next);
      // The bytes stay in memory until the response is sent.
      await finished(response).catch(() => undefined);
    } else reject(request, response, form.status, form.message);
    return true;
  });
  if (!done) reject(request, response, 429, staffTooManyRequestsMessage(BUSY_SECONDS), BUSY_SECONDS);
}

/** Passed to the route, which renders the form again with an error, so that nothing typed is lost. */
async function rateLimit(request: Request): Promise<{ retryAfter?: number }> {
  const limit = await consumeRateLimit("upload", request.ip ?? "unknown");
  return limit.ok ? {} : { retryAfter: limit.retryAfter };
}

/** Passes the other fields of a multipart form to the route, as a URL-encoded form. */
export function passAsForm(request: Request, response: Response, body: Buffer, next: NextFunction): void {
  request.headers["content-type"] = "application/x-www-form-urlencoded";
  request.headers["content-length"] = String(body.length);
  delete request.headers["transfer-encoding"];
  response.locals.body = body;
  next();
}

function reject(
  request: Request,
  response: Response,
  status: number,
  message: string,
  retryAfter?: number,
): void {
  discardRest(request, response);
  sendError(request, response, status, message, retryAfter);
}

/** How long a client may keep sending after the response. */
const DISCARD_TIMEOUT_MS = 60_000;

/**
 * Reads and discards the rest of the body after an early response, because closing the connection while the client is sending
 * would lose the response. A body over the limit closes it anyway.
 */
function discardRest(request: Request, response: Response): void {
  if (Number(request.headers["content-length"] ?? 0) > MAX_MULTIPART_BYTES) {
    response.setHeader("Connection", "close");
    return;
  }
  let size = 0;
  const timeout = setTimeout(() => request.destroy(), DISCARD_TIMEOUT_MS);
  timeout.unref();
  request.once("close", () => clearTimeout(timeout));
  request.on("error", () => undefined);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_MULTIPART_BYTES) request.destroy();
  });
  request.resume();
}
