import type { NextFunction, Request, Response } from "express";
import { verifyStaffToken } from "~/accounts/api-tokens.server";
import { isFactorMissing } from "~/accounts/factor-state.server";
import { mayOpen } from "~/accounts/roles";
import type { StaffSession } from "~/accounts/session";
import { readLastSession } from "~/accounts/session-cookie.server";
import { COLLECTIONS } from "~/collections";
import { isMultipart, MAX_FIELDS } from "~/http/body-limit.server";
import { sendError } from "~/http/error-response.server";
import { createFairQueue } from "~/http/fair-queue.server";
import { busyMessage, staffTooManyRequestsMessage, tooManyRequestsMessage } from "~/http/form.server";
import { type FormFile, type MultipartOptions, readMultipart } from "~/http/multipart.server";
import { consumeRateLimit, networkKey } from "~/http/rate-limits.server";
import { keptPhoto } from "~/purchases/photos";
import {
  KEPT_OFFER_PHOTOS,
  MAX_OFFER_PHOTOS,
  OFFER_PHOTO_FIELD,
  OFFERED_CAR_MESSAGES,
  SELL_CAR_PAGE,
} from "~/requests/offered-car";
import { keepVisitorPhoto, type ReceivedPicture, sealUpload, storeUpload } from "./claims.server";
import { drawLogo, looksLikeSvg } from "./draw-logo.server";
import { IMAGE_FIELDS, MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE } from "./image-rows";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "./upload";

/** How long an upload may take to arrive: 5 MB from a phone in the yard, over a poor connection. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/** The form field that a picture comes in. */
const PICTURE_FIELD = "image";

const API_PATH = /^\/api\/admin\/upload\/?$/i;
const EDITOR_PATH = new RegExp(
  `^(?:${COLLECTIONS.map(({ path }) => path).join("|")})/(new|[^/]+/edit)(\\.data|/)?$`,
  "i",
);
/** A form of many parts, each with pictures in its own field: `alternator.image`. */
const TEARDOWN_PATH = /^\/admin\/dismantled-vehicles\/[^/]+\/teardown(\.data|\/)?$/i;
const TEARDOWN_FIELD = /^[a-z0-9-]+\.image$/;

/** The settings' look: the logo, its dark form, and a photo a row. */
const LOOK_PATH = /^\/admin\/settings\/look(\.data|\/)?$/i;
const LOOK_FIELD = /^(look\.logo|look\.logoDark|photos\.\d{1,2}\.picture)\.image$/;
const LOGO_FIELD = /^look\.logo/;

/** Photos of a seller's ID and of a title, which are encrypted and never served. */
const PURCHASE_PATH = /^\/admin\/purchases\/(new|[^/]+\/photos)(\.data|\/)?$/i;
const PURCHASE_FIELD = /^(idPhoto|idBack|titlePhoto)$/;

/** Photos of a car that a visitor offers: the one form of the public that takes any. */
const SELL_CAR_PATH = new RegExp(`^${SELL_CAR_PAGE}(\\.data|/)?$`, "i");

interface Limits extends Pick<MultipartOptions, "fileField" | "maxFiles" | "maxFields" | "maxBytes"> {
  /** The most pictures that are stored. */
  maxPictures: number;
}

/** Larger than any phone picture, so that one over its own limit is discarded and gets its message. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

const API_LIMITS: Limits = {
  fileField: PICTURE_FIELD,
  maxFiles: 1,
  maxPictures: 1,
  maxFields: MAX_FIELDS,
  maxBytes: MAX_UPLOAD_BYTES,
};

/** Twenty pictures of 5 MB, and some that are too large. Those past the twentieth, and those over their own limit, are named in the form. */
const EDITOR_LIMITS: Limits = {
  fileField: PICTURE_FIELD,
  maxPictures: MAX_IMAGES,
  maxFiles: 2 * MAX_IMAGES,
  maxFields: MAX_FIELDS + IMAGE_FIELDS.length,
  maxBytes: 160 * 1024 * 1024,
};

/** A hundred rows, each with a few fields and a file field, which is sent also if it is empty. */
const TEARDOWN_LIMITS: Limits = {
  fileField: TEARDOWN_FIELD,
  maxFiles: 200,
  maxPictures: 2 * MAX_IMAGES,
  maxFields: 1000,
  maxBytes: 160 * 1024 * 1024,
};

/** A logo, its dark form and a dozen photos; a file field is sent also if it is empty. */
const LOOK_LIMITS: Limits = {
  fileField: LOOK_FIELD,
  maxFiles: 50,
  maxPictures: 14,
  maxFields: MAX_FIELDS,
  maxBytes: 80 * 1024 * 1024,
};

const PURCHASE_LIMITS: Limits = {
  fileField: PURCHASE_FIELD,
  maxFiles: 6,
  maxPictures: 3,
  maxFields: MAX_FIELDS,
  maxBytes: MAX_UPLOAD_BYTES,
};

const SELL_CAR_LIMITS: Limits = {
  fileField: OFFER_PHOTO_FIELD,
  // Those past the eighth are named in the form.
  maxFiles: 3 * MAX_OFFER_PHOTOS,
  maxPictures: MAX_OFFER_PHOTOS,
  maxFields: MAX_FIELDS,
  maxBytes: MAX_UPLOAD_BYTES,
};

/**
 * Each upload uses up to 10 MB of memory while it arrives, which may take its five minutes; waiting uploads are not read yet. Turns are
 * by account, so that nobody who holds their own open keeps a colleague waiting.
 */
const uploads = createFairQueue({ atOnce: 8, atOncePerClient: 3, waiting: 32, waitingPerClient: 8 });
/** Apart from those of staff, so that no visitor can keep them waiting, and by network. */
const visitorUploads = createFairQueue({ atOnce: 12, atOncePerClient: 2, waiting: 32, waitingPerClient: 6 });
const BUSY_SECONDS = 5;

/**
 * Reads a multipart form with pictures while it streams, and stores each picture before it reads the next, so that twenty take no
 * more memory than two. What became of them goes to `response.locals.uploads`; the other fields reach the route as a URL-encoded
 * form in `response.locals.body`. A client that may not upload is passed on with an empty body, so that the route's own guard
 * responds. Other requests pass unchanged.
 */
export async function receiveUpload(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!isUpload(request)) return next();
  try {
    const client = await findUploader(request);
    await (client === undefined
      ? passWithoutBody(request, response, next)
      : readUpload(request, response, next, client));
  } catch (error) {
    next(error);
  }
}

function isUpload(request: Request): boolean {
  if (request.method !== "POST") return false;
  const isForm = [EDITOR_PATH, TEARDOWN_PATH, LOOK_PATH, PURCHASE_PATH, SELL_CAR_PATH].some((path) =>
    path.test(request.path),
  );
  return API_PATH.test(request.path) || (isForm && isMultipart(request));
}

/**
 * Whose turn an upload is: an account, or a visitor's network; nobody's where it may not be sent. The API requires a valid token, of a role
 * that may upload. A page requires a session of such a role, or one that has timed out within the last day, because a form that is posted
 * after that is saved with its picture.
 */
async function findUploader(request: Request): Promise<string | undefined> {
  if (SELL_CAR_PATH.test(request.path)) return networkKey(request.ip ?? "unknown");
  const { authorization, cookie } = request.headers;
  const headers = { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) };
  const credentials = new globalThis.Request("http://site.invalid/", { headers });
  const now = new Date();
  const session = API_PATH.test(request.path)
    ? await findTokenSession(credentials, now)
    : await readLastSession(credentials, now);
  const mayUpload =
    session && !isFactorMissing(session) && mayOpen(session.role, request.path, request.method);
  return mayUpload ? session.user._id : undefined;
}

async function findTokenSession(
  credentials: globalThis.Request,
  now: Date,
): Promise<StaffSession | undefined> {
  const token = await verifyStaffToken(credentials, now);
  return token.ok ? token.session : undefined;
}

function passWithoutBody(request: Request, response: Response, next: NextFunction): void {
  discardRest(request, response);
  passAsForm(request, response, Buffer.alloc(0), next);
}

async function readUpload(
  request: Request,
  response: Response,
  next: NextFunction,
  client: string,
): Promise<void> {
  if (!isMultipart(request) || request.headers["content-encoding"] !== undefined) {
    const message = `Send the picture as multipart/form-data, in the field ${PICTURE_FIELD}.`;
    return reject(request, response, 415, message);
  }
  const limits = limitsFor(request);
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limits.maxBytes) return reject(request, response, 413, IMAGE_SIZE_MESSAGE);
  const isVisitors = SELL_CAR_PATH.test(request.path);
  const result = await (isVisitors ? visitorUploads : uploads)(client, async () => {
    // Nobody waits for an answer anymore.
    if (request.socket.destroyed) return;
    const received: ReceivedPicture[] = [];
    const sealed: [name: string, id: string][] = [];
    const fields: string[] = [];
    let last: FormFile | undefined;
    const storeLast = async () => {
      if (!last) return;
      const { field, name } = last;
      const stored = await storeFile(request, last, fields, client);
      fields.push(field);
      if ("sealedId" in stored) sealed.push([keptPhoto(field), stored.sealedId]);
      else received.push({ field, name, ...stored });
    };
    const form = await readMultipart(request, {
      ...limits,
      maxFileBytes: MAX_IMAGE_BYTES,
      onFile: async (file) => {
        await storeLast();
        last = file;
      },
    });
    if (form.ok) {
      // Not before the form is known to be whole, so that a malformed upload of one picture leaves nothing on disk.
      await storeLast();
      const kept = isVisitors ? inFreePlaces(sealed, form.fields, received) : sealed;
      response.locals.uploads = received;
      passAsForm(
        request,
        response,
        Buffer.from(new URLSearchParams([...kept, ...form.fields]).toString()),
        next,
      );
    } else reject(request, response, form.status, form.message);
  });
  if (result === "done") return;
  const toOwnMessage = isVisitors ? tooManyRequestsMessage : staffTooManyRequestsMessage;
  const toMessage = result === "waiting" ? busyMessage : toOwnMessage;
  reject(request, response, 429, toMessage(BUSY_SECONDS), BUSY_SECONDS);
}

/** The photos of a visitor's form in addition to those that arrived before; names those that are too many. */
function inFreePlaces(
  photos: readonly [name: string, id: string][],
  fields: readonly [name: string, value: string][],
  received: ReceivedPicture[],
): [name: string, id: string][] {
  const free = KEPT_OFFER_PHOTOS.filter((name) => !fields.some(([known, value]) => known === name && value));
  if (photos.length > free.length)
    received.push({ name: "", ok: false, status: 400, message: OFFERED_CAR_MESSAGES.tooManyPhotos });
  return photos.slice(0, free.length).map(([, id], index) => [free[index] ?? "", id]);
}

function limitsFor(request: Request): Limits {
  if (API_PATH.test(request.path)) return API_LIMITS;
  if (LOOK_PATH.test(request.path)) return LOOK_LIMITS;
  if (PURCHASE_PATH.test(request.path)) return PURCHASE_LIMITS;
  if (SELL_CAR_PATH.test(request.path)) return SELL_CAR_LIMITS;
  return TEARDOWN_PATH.test(request.path) ? TEARDOWN_LIMITS : EDITOR_LIMITS;
}

/**
 * What is wrong with a picture is passed to the route, which shows it with the form, so that nothing typed is lost.
 * @param before the fields of those that came before it
 */
async function storeFile(
  request: Request,
  { field, bytes, tooLarge }: FormFile,
  before: readonly string[],
  client: string,
) {
  const { maxPictures } = limitsFor(request);
  if (before.length >= maxPictures)
    return { ok: false, status: 400, message: tooManyMessage(maxPictures) } as const;
  // Each drawing may take its five seconds, and everyone else's waits for it.
  if (LOGO_FIELD.test(field) && before.includes(field))
    return { ok: false, status: 400, message: "Send one picture for each logo" } as const;
  const isVisitors = SELL_CAR_PATH.test(request.path);
  const limit = await consumeRateLimit(isVisitors ? "offeredCarPhoto" : "upload", request.ip ?? "unknown");
  const upload = { bytes, tooLarge, client, ...(limit.ok ? {} : { retryAfter: limit.retryAfter }) };
  if (isVisitors) return keepVisitorPhoto(upload);
  if (PURCHASE_PATH.test(request.path))
    return sealUpload(upload, field === "titlePhoto" ? "titlePhoto" : "idPhoto");
  if (!LOGO_FIELD.test(field) || tooLarge || !limit.ok || !looksLikeSvg(bytes)) return storeUpload(upload);
  const drawn = await drawLogo(bytes);
  return drawn.ok
    ? storeUpload({ ...upload, bytes: drawn.png })
    : ({ ok: false, status: 415, message: drawn.message } as const);
}

function tooManyMessage(max: number): string {
  return max === MAX_IMAGES ? TOO_MANY_IMAGES_MESSAGE : `At most ${max} photos can be sent at once`;
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
  const { maxBytes } = limitsFor(request);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
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
    if (size > maxBytes) request.destroy();
  });
  request.resume();
}
