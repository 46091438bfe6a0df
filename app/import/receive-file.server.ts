import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import type { NextFunction, Request, Response } from "express";
import { isFactorMissing } from "~/accounts/factor-state.server";
import { mayOpen } from "~/accounts/roles";
import { readSession } from "~/accounts/session-cookie.server";
import { MAX_ZIP_BYTES } from "~/backup/zip.server";
import { isMultipart, MAX_FIELDS } from "~/http/body-limit.server";
import { sendError } from "~/http/error-response.server";
import { createFairQueue } from "~/http/fair-queue.server";
import { busyMessage, staffTooManyRequestsMessage } from "~/http/form.server";
import { type FormFile, readMultipart } from "~/http/multipart.server";
import { passAsForm } from "~/pictures/receive-upload.server";
import { normalizeLine } from "~/values/normalize";
import { MAX_IMPORT_BYTES } from "./file.server";
import { importFolder } from "./import.server";

/** The form field that the file comes in. */
const FILE_FIELD = "file";
/** The forms with a file, each with how large it may be: an import and the template for eBay, and a backup. */
const FILE_FORMS = [
  { path: /^\/admin\/(import|parts\/ebay)\/?$/i, maxBytes: MAX_IMPORT_BYTES },
  { path: /^\/admin\/backups\/?$/i, maxBytes: MAX_ZIP_BYTES },
];

/** Read to its end and thrown away, because a browser shows no answer to a form that it is still sending. */
const MAX_BODY_BYTES = MAX_ZIP_BYTES + 2 * 1024 ** 3;
const MAX_NAME_LENGTH = 120;

/** In turn by account, so that nobody whose file is slow to arrive keeps a colleague waiting. */
const uploads = createFairQueue({ atOnce: 6, atOncePerClient: 2, waiting: 24, waitingPerClient: 4 });
const BUSY_SECONDS = 10;

/** A file that staff have uploaded; deleted after the response, unless an import has taken it over. */
export interface ReceivedFile {
  path: string;
  fileName: string;
  tooLarge: boolean;
}

/**
 * Writes the file of such a form to disk as it arrives: it goes to `response.locals.importFile`, the other
 * fields reach the route as a URL-encoded form. Other requests pass unchanged.
 */
export async function receiveImportFile(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const form = FILE_FORMS.find(({ path }) => path.test(request.path));
  if (request.method !== "POST" || !form || !isMultipart(request)) return next();
  try {
    const client = await findUploader(request);
    if (client === undefined) {
      // The route redirects to the sign-in page, or says that the role doesn't include it.
      request.resume();
      return passAsForm(request, response, Buffer.alloc(0), next);
    }
    const result = await uploads(client, () => receive(request, response, next, form.maxBytes));
    if (result === "done") return;
    request.resume();
    const toMessage = result === "waiting" ? busyMessage : staffTooManyRequestsMessage;
    sendError(request, response, 429, toMessage(BUSY_SECONDS), BUSY_SECONDS);
  } catch (error) {
    next(error);
  }
}

/** The account that a file comes from; undefined where it may not be sent. */
async function findUploader({ path, headers: { cookie } }: Request): Promise<string | undefined> {
  const credentials = new globalThis.Request("http://site.invalid/", { headers: cookie ? { cookie } : {} });
  const session = await readSession(credentials, new Date());
  const mayUpload = session && !isFactorMissing(session) && mayOpen(session.role, path, "POST");
  return mayUpload ? session.user._id : undefined;
}

async function receive(
  request: Request,
  response: Response,
  next: NextFunction,
  maxFileBytes: number,
): Promise<void> {
  const saveTo = path.join(importFolder(), `${randomUUID()}.upload`);
  try {
    let file: FormFile | undefined;
    const form = await readMultipart(request, {
      fileField: FILE_FIELD,
      maxFiles: 1,
      maxFields: MAX_FIELDS,
      maxFileBytes,
      maxBytes: MAX_BODY_BYTES,
      saveTo,
      onFile: async (received) => {
        file = received;
      },
    });
    if (!form.ok) {
      request.resume();
      return sendError(request, response, form.status, form.message);
    }
    if (file && file.name !== "")
      response.locals.importFile = {
        path: saveTo,
        fileName: fileNameOf(file.name),
        tooLarge: file.tooLarge,
      } satisfies ReceivedFile;
    passAsForm(request, response, Buffer.from(new URLSearchParams(form.fields).toString()), next);
    await finished(response).catch(() => undefined);
  } finally {
    await rm(saveTo, { force: true });
  }
}

/** Without the folders that some browsers send. */
function fileNameOf(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? name;
  return normalizeLine(base).slice(-MAX_NAME_LENGTH) || "file.csv";
}
