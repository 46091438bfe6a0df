import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import { engine } from "~/db/connection.server";

/**
 * Sends an error for a request that never reaches a route: JSON under `/api`, otherwise a small HTML
 * page with a link to the home page.
 * @param retryAfter seconds until the client may try again; also sent as `Retry-After`
 * @param page what else the page shows
 */
export function sendError(
  request: Request,
  response: Response,
  status: number,
  message: string,
  retryAfter?: number,
  page?: ErrorPage,
): void {
  const json = isApi(request);
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", json ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
  if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter));
  response.end(json ? JSON.stringify({ error: message, retryAfter }) : errorPage(message, page));
}

/** True for a path under `/api`, where every response is JSON. The router also takes capitals. */
export function isApi(request: Request): boolean {
  return /^\/api(\/|$)/i.test(request.path);
}

/** The site asks the database again after a second. */
const RETRY_SECONDS = 1;

/** Turns 500 into 503 while the database can't be reached, so that a proxy or a client tries again. */
export function markUnavailable(_request: Request, response: Response, next: NextFunction): void {
  onHeaders(response, () => {
    if (response.statusCode !== 500 || engine.isReachable()) return;
    response.statusCode = 503;
    response.statusMessage = "Service Unavailable";
    response.setHeader("Retry-After", RETRY_SECONDS);
  });
  next();
}

interface ErrorPage {
  /** What else goes in the head. */
  head?: string;
  /** What to do now. */
  advice?: string;
}

/** The HTML page of an error. Messages are constants, so nothing is escaped. */
export function errorPage(
  message: string,
  { head = "", advice = "Go back and try again, or start over from the home page." }: ErrorPage = {},
): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${message}</title>${head}</head>
<body><main><h1>${message}</h1><p>${advice}</p><p><a href="/">Return Home</a></p></main></body>
</html>
`;
}
