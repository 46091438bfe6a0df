import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Params } from "@remix-run/react";
import { matchesEtag } from "~/http/etag.server";
import { type Client, slices, streamBytes, streamChunks } from "~/http/streamed-body.server";

/** A generated file. */
interface GeneratedFile {
  body: string | Uint8Array;
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
  const respond = async ({ request, params, context }: LoaderFunctionArgs): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return textResponse(405, "This method is not supported here.", { Allow: "GET, HEAD, OPTIONS" });
    }
    const file = await generate(params);
    if (!file) return textResponse(404, "Not found");
    const { body, gzipped = false, maxAge } = file;
    // Weak where the same file is sent in two encodings.
    const etag = gzipped ? `W/${hashOf(body)}` : hashOf(body);
    const headers = new Headers(file.headers);
    headers.set("ETag", etag);
    headers.set("Cache-Control", maxAge > 0 ? `public, max-age=${maxAge}` : "no-cache");
    if (gzipped) headers.set("Vary", "Accept-Encoding");
    if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers.set("Content-Type", file.type);
    if (typeof body === "string") return new Response(body, { headers });
    if (!gzipped) return new Response(streamBytes(body, context.client), { headers });
    if (acceptsGzip(request)) {
      headers.set("Content-Encoding", "gzip");
      return new Response(streamBytes(body, context.client), { headers });
    }
    return new Response(request.method === "HEAD" ? null : gunzipped(body, context.client), { headers });
  };
  return { loader: respond, action: respond };
}

function gunzipped(body: Uint8Array, client: Client): ReadableStream<Uint8Array> {
  // Errors are thrown when it is read.
  return streamChunks(
    pipeline(Readable.from(slices(body)), createGunzip(), () => undefined),
    client,
  );
}

/** Files of megabytes are the same for as long as nothing changes. */
const hashes = new WeakMap<Uint8Array, string>();

function hashOf(body: string | Uint8Array): string {
  const known = typeof body === "string" ? undefined : hashes.get(body);
  if (known) return known;
  const hash = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  if (typeof body !== "string") hashes.set(body, hash);
  return hash;
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
