import type { IncomingMessage } from "node:http";
import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import { isApi } from "./bodies.server";
import { refuse } from "./refusal.server";

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** What a page's address may take; each resource of the API says so for itself. */
const PAGE_METHODS = "GET, HEAD, OPTIONS, POST";

/** Refuses what no browser and no client of the API sends: other methods, two hosts, a path that cannot be read. */
export function refuseMalformed(request: Request, response: Response, next: NextFunction): void {
  if (!METHODS.has(request.method)) {
    response.setHeader("Allow", [...METHODS].join(", "));
    refuse(request, response, 405, "This method is not supported.");
    return;
  }
  // What a proxy says of the host is never leaned on: addresses come from PUBLIC_URL.
  delete request.headers["x-forwarded-host"];
  const whole = `http://${request.headers.host}${request.originalUrl}`;
  const addressed = request.originalUrl.startsWith("/") && isDecodable(request.path);
  if (!hasOneHost(request) || !addressed || !URL.canParse(whole)) {
    refuse(request, response, 400, "The request is malformed.");
    return;
  }
  next();
}

/** True where the request names one host, and one that can be one. Node keeps the first of two and says nothing. */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1 && /^[a-z0-9.:[\]-]+$/i.test(headers.host ?? "");
}

/**
 * Says which methods a page's address takes: Remix would draw a whole page for OPTIONS, and name none where it refuses
 * one. No other site may read us, so there is nothing about origins in the answer. The API speaks for itself.
 */
export function answerOptions(request: Request, response: Response, next: NextFunction): void {
  if (isApi(request)) {
    next();
    return;
  }
  if (request.method === "OPTIONS") {
    response.setHeader("Allow", PAGE_METHODS);
    response.status(204).end();
    return;
  }
  onHeaders(response, () => {
    if (response.statusCode === 405 && !response.hasHeader("Allow")) {
      response.setHeader("Allow", request.method === "POST" ? "GET, HEAD, OPTIONS" : PAGE_METHODS);
    }
  });
  next();
}

// The router would say so of every such path on standard error, beside the log, and word for word.
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
