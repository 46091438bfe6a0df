import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers a request that never reaches a page or a resource route, in the caller's language: JSON under
 * `/api` (decisions, section 8), else a small page with the way home.
 * @param retryAfter in how many seconds it may be sent again, where that would help
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
  retryAfter?: number,
): void {
  const path = request.url?.split("?", 1)[0] ?? "";
  const json = path === "/api" || path.startsWith("/api/");
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", json ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
  if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter));
  // Where there is no time to wait, JSON leaves the field out.
  response.end(json ? JSON.stringify({ error: sentence, retryAfter }) : page(sentence));
}

// Sentences are constants of this program, so nothing here needs escaping.
function page(sentence: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${sentence}</title></head>
<body><main><h1>${sentence}</h1><p>Go back and try again, or start over from the home page.</p><p><a href="/">Return Home</a></p></main></body>
</html>
`;
}
