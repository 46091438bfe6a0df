import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Params } from "@remix-run/react";
import { matchesEtag } from "~/http/etag.server";

/** A generated file. */
export interface GeneratedFile {
  body: string | Buffer<ArrayBuffer>;
  type: string;
  /** How long caches may keep it, in seconds; with 0 they ask each time. */
  maxAge: number;
  /** True if `body` is compressed by gzip; a client that takes none gets it decompressed. */
  gzipped?: boolean;
  /** Sent with it. */
  headers?: Record<string, string>;
}

/**
 * The loader and action of a generated file: GET and HEAD with an ETag. Other methods get 405, a missing file 404, both in
 * plain text because no person reads them.
 */
export function fileRoute(generate: (params: Params) => Promise<GeneratedFile | undefined>) {
  const respond = async ({ request, params }: { request: Request; params: Params }): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return textResponse(405, "This method is not supported here.", { Allow: "GET, HEAD, OPTIONS" });
    }
    const file = await generate(params);
    if (!file) return textResponse(404, "Not found");
    const { body, gzipped = false, maxAge } = file;
    const hash = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    // Weak where the same file is sent in two encodings.
    const etag = gzipped ? `W/${hash}` : hash;
    const headers = new Headers(file.headers);
    headers.set("ETag", etag);
    headers.set("Cache-Control", maxAge > 0 ? `public, max-age=${maxAge}` : "no-cache");
    if (gzipped) headers.set("Vary", "Accept-Encoding");
    if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("Content-Type", file.type);
    if (!gzipped || typeof body === "string") return new Response(body, { headers });
    if (acceptsGzip(request)) {
      headers.set("Content-Encoding", "gzip");
      return new Response(body, { headers });
    }
    return new Response(request.method === "HEAD" ? null : await promisify(gunzip)(body), { headers });
  };
  return { loader: respond, action: respond };
}

function acceptsGzip({ headers }: Request): boolean {
  return /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get("Accept-Encoding") ?? "");
}

function textResponse(status: number, message: string, headers: HeadersInit = {}): Response {
  const response = new Response(`${message}\n`, { status, headers });
  response.headers.set("Content-Type", "text/plain; charset=utf-8");
  response.headers.set("Cache-Control", "no-cache");
  return response;
}
