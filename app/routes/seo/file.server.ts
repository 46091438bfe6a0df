import { createHash } from "node:crypto";
import { matchesEtag } from "~/http/etag.server";

/** A generated file. */
export interface GeneratedFile {
  body: string | Buffer<ArrayBuffer>;
  type: string;
  /** How long caches may keep it, in seconds. */
  maxAge: number;
}

/**
 * The loader and action of a generated file: GET and HEAD with an ETag. Other methods get 405, a missing file 404, both in
 * plain text because no person reads them.
 */
export function fileRoute(generate: () => Promise<GeneratedFile | undefined>) {
  const respond = async ({ request }: { request: Request }): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return textResponse(405, "This method is not supported here.", { Allow: "GET, HEAD, OPTIONS" });
    }
    const file = await generate();
    if (!file) return textResponse(404, "Not found");
    const etag = `"${createHash("sha256").update(file.body).digest("base64url").slice(0, 27)}"`;
    const headers = new Headers({ ETag: etag, "Cache-Control": `public, max-age=${file.maxAge}` });
    if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("Content-Type", file.type);
    return new Response(file.body, { headers });
  };
  return { loader: respond, action: respond };
}

function textResponse(status: number, message: string, headers: HeadersInit = {}): Response {
  const response = new Response(`${message}\n`, { status, headers });
  response.headers.set("Content-Type", "text/plain; charset=utf-8");
  response.headers.set("Cache-Control", "no-cache");
  return response;
}
