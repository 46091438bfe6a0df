import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from "express";
import { LRUCache } from "lru-cache";
import { inventoryVersion } from "~/db/changes.server";
import { cookieName } from "./cookie.server";
import { matchesEtag } from "./etag.server";
import type { PageHandle } from "./page-handle";
import { type Client, streamBytes } from "./streamed-body.server";

/** The cache's maximum size in bytes, compressed copies included. */
const MAX_CACHE_BYTES = 48 * 1024 * 1024;
/** How long a response stays cached, in milliseconds. It expires because a page may show today's date. */
const MAX_AGE_MS = 10 * 60 * 1000;
/** Quality 11 takes ten times as long and saves only a few more bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface CachedResponse {
  /** The inventory's version before the response's data was read. */
  version: number;
  etag: string;
  headers: Map<string, string>;
  body: Buffer<ArrayBuffer>;
  /** Created on the second request, because a response that is requested once is not worth compressing. */
  compressed?: Promise<CompressedCopies>;
}

type CompressedCopies = Partial<Record<"br" | "gzip", Buffer>>;

const responses = new LRUCache<string, CachedResponse>({
  maxSize: MAX_CACHE_BYTES,
  ttl: MAX_AGE_MS,
  // Both compressed copies together are about a quarter of the body.
  sizeCalculation: ({ body }) => Math.ceil(body.length * 1.3) + 1024,
});

/** The query parameters that the page at each path reads, from its route's `handle`. */
const searchParamsByPath = new LRUCache<string, readonly string[]>({ max: 10_000 });

/**
 * Serves the cached response while the inventory is unchanged. Otherwise passes the request on, with the inventory's version
 * in `response.locals` if the new response may be cached.
 */
export function pageCache(request: ExpressRequest, response: ExpressResponse, next: NextFunction): void {
  if (!isCacheableRequest(request)) {
    next();
    return;
  }
  const version = inventoryVersion();
  const cached = responses.get(cacheKey(request.originalUrl));
  if (cached?.version === version) {
    sendCached(cached, request, response).catch(next);
    return;
  }
  response.locals.inventoryVersion = version;
  next();
}

/** The `handle` of the page's route if the page may be cached. A response that sets a cookie or says `no-store` may not. */
export function cacheablePage(context: EntryContext, headers: Headers): PageHandle | undefined {
  const leaf = context.staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const handle = context.routeModules[leaf]?.handle as PageHandle | undefined;
  const isPrivate = headers.has("Set-Cookie") || headers.get("Cache-Control")?.includes("no-store");
  return handle?.cacheable && !isPrivate ? handle : undefined;
}

interface StoreOptions {
  client: Client;
  body: string;
  /** Sent again with every cached response. `ETag` and `Cache-Control` are added if they are missing. */
  headers: Headers;
  version: number;
  /** The query parameters that the response depends on; others are ignored. */
  searchParams?: readonly string[] | undefined;
}

/** Caches a response until the inventory changes. Returns it, or 304 if the client's copy is current. */
export function storeResponse(
  request: Request,
  { client, body, headers, version, searchParams = [] }: StoreOptions,
): Response {
  // Weak, because the same page is sent in several encodings.
  const etag = headers.get("ETag") ?? `W/"${hash(body)}"`;
  headers.set("ETag", etag);
  // Browsers must revalidate, because a vehicle may have been sold a second ago.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  headers.set("Vary", "Accept-Encoding");
  const { pathname, search } = new URL(request.url);
  const stored: CachedResponse = { version, etag, headers: new Map(headers), body: Buffer.from(body) };
  searchParamsByPath.set(pathname, searchParams);
  responses.set(cacheKey(pathname + search), stored);
  if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(streamBytes(stored.body, client), { headers });
}

// A page for a visitor with a toast cookie contains the toast.
function isCacheableRequest({ method, headers }: ExpressRequest): boolean {
  return (method === "GET" || method === "HEAD") && !headers.cookie?.includes(`${TOAST_COOKIE}=`);
}

const TOAST_COOKIE = cookieName("toast");

/**
 * The path and the query parameters that its page reads, in a fixed order, so `?fbclid=…` is the same page; the whole address if it isn't
 * known, or isn't known anymore, what its page reads.
 */
function cacheKey(url: string): string {
  const queryStart = url.indexOf("?");
  if (queryStart === -1) return url;
  const path = url.slice(0, queryStart);
  const names = searchParamsByPath.get(path);
  if (!names) return url;
  const given = new URLSearchParams(url.slice(queryStart));
  const read = new URLSearchParams();
  for (const name of names) {
    for (const value of given.getAll(name)) read.append(name, value);
  }
  return read.size === 0 ? path : `${path}?${read}`;
}

async function sendCached(
  cached: CachedResponse,
  request: ExpressRequest,
  response: ExpressResponse,
): Promise<void> {
  response.setHeaders(cached.headers);
  if (matchesEtag(request.headers["if-none-match"], cached.etag)) {
    response.removeHeader("Content-Type");
    response.status(304).end();
    return;
  }
  cached.compressed ??= compress(cached.body);
  const copies = await cached.compressed;
  // Brotli is smaller, whichever encoding the browser names first.
  const encoding = (["br", "gzip"] as const).find((name) => copies[name] && request.acceptsEncodings(name));
  const body = (encoding && copies[encoding]) ?? cached.body;
  if (encoding) response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The compressed copies, or none if compression fails. */
async function compress(body: Buffer): Promise<CompressedCopies> {
  try {
    const [br, gzipped] = await Promise.all([
      promisify(brotliCompress)(body, BROTLI_OPTIONS),
      promisify(gzip)(body),
    ]);
    return { br, gzip: gzipped };
  } catch {
    return {};
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}
