import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import { isApi, sendError } from "./error-response.server";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
/** The methods of a page; each API resource has its own list. */
const PAGE_METHODS = "GET, HEAD, OPTIONS, POST";

/** No page's path is a tenth as long; matching rescans a run of slashes from each slash. */
const MAX_PATH_LENGTH = 2_000;

/** Rejects malformed requests: unknown methods, duplicate Host headers, paths that cannot be decoded, or are too long. */
export function rejectMalformed(request: Request, response: Response, next: NextFunction): void {
  if (!METHODS.includes(request.method)) {
    response.setHeader("Allow", METHODS.join(", "));
    sendError(request, response, 405, "This method is not supported.");
    return;
  }
  // Absolute URLs come from PUBLIC_URL, so a forwarded host is never trusted.
  delete request.headers["x-forwarded-host"];
  const { originalUrl } = request;
  const isPath = originalUrl.startsWith("/") && isDecodable(request.path);
  const url = isPath && hasOneHost(request) && URL.parse(`http://${request.headers.host}${originalUrl}`);
  // Earlier versions of Remix requested data with it; this one throws.
  if (!url || url.searchParams.has("_data")) {
    sendError(request, response, 400, "The request is malformed.");
    return;
  }
  if (request.path.length > MAX_PATH_LENGTH) {
    sendError(request, response, 414, "This address is too long.");
    return;
  }
  next();
}

/** True if there is exactly one valid Host header. Node silently keeps the first of two. */
function hasOneHost({ headers, rawHeaders }: Request): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  return hosts.length === 1 && /^[a-z0-9.:[\]-]+$/i.test(headers.host ?? "");
}

/**
 * Handles OPTIONS for pages and adds `Allow` to their 405, because Remix renders the page for OPTIONS and sends 405 without
 * `Allow`. API resources do both themselves.
 */
export function respondToOptions(request: Request, response: Response, next: NextFunction): void {
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

// Checked here, because Express's router prints a stack trace for every path that it cannot decode.
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
