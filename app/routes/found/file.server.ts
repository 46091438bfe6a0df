import { createHash } from "node:crypto";
import { isKnown } from "~/doors/etag.server";

/** A small file that the site makes of what it knows. */
export interface MadeFile {
  body: string | Buffer<ArrayBuffer>;
  type: string;
  /** For how many seconds anybody may go on using it. */
  maxAge: number;
}

/**
 * The loader and action of such a file: GET and HEAD, with an ETag; another method is answered 405, and a file that cannot be
 * made 404. Never HTML: what asks for these is no person.
 */
export function fileRoute(make: () => Promise<MadeFile | undefined>) {
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return inWords(405, "This method is not supported here.", { Allow: "GET, HEAD, OPTIONS" });
    }
    const file = await make();
    if (!file) return inWords(404, "Not found");
    const etag = `"${createHash("sha256").update(file.body).digest("base64url").slice(0, 27)}"`;
    const headers = new Headers({ ETag: etag, "Cache-Control": `public, max-age=${file.maxAge}` });
    if (isKnown(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("Content-Type", file.type);
    return new Response(file.body, { headers });
  };
  return { loader: answer, action: answer };
}

function inWords(status: number, sentence: string, headers: HeadersInit = {}): Response {
  const answer = new Response(`${sentence}\n`, { status, headers });
  answer.headers.set("Content-Type", "text/plain; charset=utf-8");
  answer.headers.set("Cache-Control", "no-cache");
  return answer;
}
