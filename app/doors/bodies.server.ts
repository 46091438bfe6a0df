import { Readable } from "node:stream";
import type { NextFunction, Request, Response } from "express";
import { readBoundedBody } from "./body.server";
import { refuse } from "./refusal.server";
import { takesUpload, takeUpload } from "./upload.server";

/** Reads the body of a request that changes something, within its bounds, before anything parses it. */
export async function boundBodies(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return next();
  try {
    if (takesUpload(request)) return await takeUpload(request, response, next);
    const body = await readBoundedBody(request, { json: isApi(request) });
    if (!body.ok) {
      // The rest of the body is not worth reading.
      response.setHeader("Connection", "close");
      refuse(request, response, body.status, body.sentence);
      return;
    }
    response.locals.body = body.bytes;
    next();
  } catch (error) {
    next(error);
  }
}

/**
 * The request as Remix gets it: its body already read within the bounds, and without `Origin`, which the
 * guard has judged (Remix's own check would trust X-Forwarded-Host and refuse our forms behind a proxy).
 * Its address is put together here: what a proxy passes on as the scheme could otherwise hold another host and path.
 */
export function judged(request: Request, response: Response): Request {
  const { origin: _judged, ...headers } = request.headers;
  const bytes: Buffer = response.locals.body ?? Buffer.alloc(0);
  if (takesUpload(request)) {
    // What an upload has beside its picture reaches every route as a plain form.
    headers["content-type"] = "application/x-www-form-urlencoded";
    headers["content-length"] = String(bytes.length);
    delete headers["transfer-encoding"];
  }
  const body = Readable.from(bytes.length > 0 ? [bytes] : []);
  const { method, originalUrl, hostname } = request;
  const protocol = request.secure ? "https" : "http";
  const get = (name: string) => headers[name.toLowerCase()];
  return Object.assign(body, { method, originalUrl, protocol, hostname, headers, get }) as unknown as Request;
}

/** True for an address of the API, which speaks JSON alone. */
export function isApi(request: Request): boolean {
  return request.path === "/api" || request.path.startsWith("/api/");
}
