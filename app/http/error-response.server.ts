import type { Request, Response } from "express";

/**
 * Sends an error for a request that never reaches a route: JSON under `/api` (decisions, section 8), otherwise a small HTML
 * page with a link to the home page.
 * @param retryAfter seconds until the client may try again; also sent as `Retry-After`
 */
export function sendError(
  request: Request,
  response: Response,
  status: number,
  message: string,
  retryAfter?: number,
): void {
  const json = isApi(request);
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", json ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
  if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter));
  response.end(json ? JSON.stringify({ error: message, retryAfter }) : errorPage(message));
}

/** True for a path under `/api`, where every response is JSON. */
export function isApi(request: Request): boolean {
  return request.path === "/api" || request.path.startsWith("/api/");
}

/** The HTML page of an error. Messages are constants, so nothing is escaped. */
export function errorPage(message: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${message}</title></head>
<body><main><h1>${message}</h1><p>Go back and try again, or start over from the home page.</p><p><a href="/">Return Home</a></p></main></body>
</html>
`;
}
