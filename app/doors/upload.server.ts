import { finished } from "node:stream/promises";
import type { NextFunction, Request, Response } from "express";
import { judgeToken } from "~/auth/access-token.server";
import { lastSignedIn, sessionOf } from "~/auth/session-cookie.server";
import { IMAGE_SIZE_SENTENCE } from "~/models/image-upload";
import { isMultipart } from "./body.server";
import { staffTooManySentence } from "./form.server";
import { MAX_UPLOAD_BODY_BYTES, PICTURE_FIELD, readMultipart } from "./multipart.server";
import { refuse } from "./refusal.server";
import { turns } from "./turns.server";

/** How long an upload may be on its way: 5 MB from a phone in the yard, over a poor connection. */
export const UPLOAD_PATIENCE_MS = 300_000;

const API_ADDRESS = /^\/api\/admin\/upload\/?$/i;
const EDITOR_ADDRESS = /^\/admin\/(dismantled|retail)-vehicles\/(new|[^/]+\/edit)(\.data|\/)?$/i;

/** Each holds up to 5 MB in memory until it is answered; who waits is not read yet. */
const inTurn = turns({ atOnce: 4, waiting: 8 });
const BUSY_SECONDS = 5;

/** True where a body may be a multipart form with a picture: the upload of the API, and the staff's editors. */
export function takesUpload(request: Request): boolean {
  if (request.method !== "POST") return false;
  return API_ADDRESS.test(request.path) || (EDITOR_ADDRESS.test(request.path) && isMultipart(request));
}

/**
 * The door for pictures. Reads the form while it streams and hands it on as a plain form in `response.locals.body` and
 * the picture in `response.locals.upload`. Who may not send one is handed on with an empty body, unread: the guard
 * behind this door has the answer.
 */
export async function takeUpload(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!(await maySend(request))) {
    discardRest(request, response);
    response.locals.body = Buffer.alloc(0);
    return next();
  }
  if (!isMultipart(request) || request.headers["content-encoding"] !== undefined) {
    return answer(request, response, 415, WRONG_TYPE);
  }
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > MAX_UPLOAD_BODY_BYTES) return answer(request, response, 413, IMAGE_SIZE_SENTENCE);
  const taken = await inTurn(async () => {
    const form = await readMultipart(request);
    if (!form.ok) {
      answer(request, response, form.status, form.sentence);
      return true;
    }
    response.locals.body = Buffer.from(new URLSearchParams(form.fields).toString());
    if (form.picture) response.locals.upload = { ...form.picture, clientAddress: request.ip ?? "unknown" };
    next();
    // Its bytes are in memory until then, so the turn lasts as long.
    await finished(response).catch(() => undefined);
    return true;
  });
  if (taken === undefined) answer(request, response, 429, staffTooManySentence(BUSY_SECONDS), BUSY_SECONDS);
}

const WRONG_TYPE = `Send the picture as multipart/form-data, in the field ${PICTURE_FIELD}.`;

/**
 * A live token for the API. For the pages a live session, or a browser that staff signed in with: a form that is posted
 * after its session ended is held, its picture too (decisions, section 4).
 */
async function maySend(request: Request): Promise<boolean> {
  const { authorization, cookie } = request.headers;
  const headers = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
  const asked = new globalThis.Request("http://site.invalid/", { headers });
  const now = new Date();
  if (API_ADDRESS.test(request.path)) return (await judgeToken(asked, now)).ok;
  return Boolean((await sessionOf(asked, now)) ?? (await lastSignedIn(asked)));
}

function answer(
  request: Request,
  response: Response,
  status: number,
  sentence: string,
  retryAfter?: number,
): void {
  discardRest(request, response);
  refuse(request, response, status, sentence, retryAfter);
}

/** How long who has been answered may go on sending. */
const DISCARD_PATIENCE_MS = 60_000;

/**
 * Lets the rest of a body that is answered early stream into nothing: a connection that is closed on a sender who is
 * still sending takes the answer away with it. Past the bounds it is closed all the same.
 */
function discardRest(request: Request, response: Response): void {
  if (Number(request.headers["content-length"] ?? 0) > MAX_UPLOAD_BODY_BYTES) {
    response.setHeader("Connection", "close");
    return;
  }
  let size = 0;
  const impatient = setTimeout(() => request.destroy(), DISCARD_PATIENCE_MS);
  impatient.unref();
  request.once("close", () => clearTimeout(impatient));
  request.on("error", () => undefined);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_UPLOAD_BODY_BYTES) request.destroy();
  });
  request.resume();
}
