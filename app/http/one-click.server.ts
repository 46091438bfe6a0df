import type { NextFunction, Request, Response } from "express";
import { inTime, isMultipart, MAX_BODY_BYTES, MAX_FIELDS } from "./body-limit.server";
import { sendError } from "./error-response.server";
import { readMultipart } from "./multipart.server";

const NO_FILES = {
  fileField: "",
  maxFiles: 0,
  maxFileBytes: MAX_BODY_BYTES,
  maxFields: MAX_FIELDS,
  maxBytes: MAX_BODY_BYTES,
  onFile: async () => {},
};

/**
 * Reads the multipart form that a mail program's Unsubscribe button may post to this path (RFC 8058), and passes it on as a URL-encoded
 * one, like every other form.
 */
export function readOneClickForm(path: string) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (request.method !== "POST" || request.path !== path || !isMultipart(request)) return next();
    const form = await inTime(readMultipart(request, NO_FILES));
    if ("status" in form) {
      response.setHeader("Connection", "close");
      sendError(request, response, form.status, form.message);
      return;
    }
    const body = Buffer.from(new URLSearchParams(form.fields).toString());
    request.headers["content-type"] = "application/x-www-form-urlencoded";
    request.headers["content-length"] = String(body.length);
    delete request.headers["transfer-encoding"];
    response.locals.body = body;
    next();
  };
}
