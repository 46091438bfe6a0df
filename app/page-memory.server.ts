import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, NextFunction } from "express";
import { LRUCache } from "lru-cache";
import { cookieName } from "./cookie.server";
import { inventoryVersion } from "./db/changes.server";
import type { PageHandle } from "./page-handles";

/** All remembered pages together, compressed copies included, weigh no more than this many bytes. */
const MOST_BYTES = 48 * 1024 * 1024;
/** The longest a page is remembered, in milliseconds, whatever it says of the day it was drawn. */
const LONGEST_MS = 10 * 60 * 1000;
/** As hard as it pays for a page that is sent many times: 11 takes ten times as long for a few bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A page as it was drawn, and how it is sent. */
interface RememberedPage {
  /** Of the inventory it was drawn from. */
  version: number;
  etag: string;
  plain: Buffer<ArrayBuffer>;
  /** Absent until they are made, a moment after the page was first drawn. */
  brotli?: Buffer;
  gzip?: Buffer;
}

const pages = new LRUCache<string, RememberedPage>({
  maxSize: MOST_BYTES,
  ttl: LONGEST_MS,
  // The compressed copies of a page are about a quarter of it, both together.
  sizeCalculation: ({ plain }) => Math.ceil(plain.length * 1.3) + 1024,
});

/** True for a page that may be shown to the next visitor as it is. */
export function isSameForEveryone(
  { routeModules, staticHandlerContext }: EntryContext,
  headers: Headers,
): boolean {
  const leaf = staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const handle = routeModules[leaf]?.handle as PageHandle | undefined;
  return Boolean(handle?.sameForEveryone) && !headers.has("Set-Cookie");
}

/** The inventory's version, for a request whose page may be remembered; undefined for any other. */
export function versionToRemember(request: ExpressRequest): number | undefined {
  return asksForPage(request) ? inventoryVersion() : undefined;
}

/** Keeps a page under its address, query and all; `version` is the inventory's before anything was read for it. */
export function rememberPage(request: Request, html: string, version: number): RememberedPage {
  const plain = Buffer.from(html);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  // Weak, since the same page goes out in several encodings.
  const page: RememberedPage = { version, etag: `W/"${hash}"`, plain };
  const { pathname, search } = new URL(request.url);
  pages.set(pathname + search, page);
  void compress(page);
  return page;
}

/** The page just drawn, or 304 to whoever has it already. */
export function answerRemembered(
  request: Request,
  { etag, plain }: RememberedPage,
  headers: Headers,
): Response {
  for (const [name, value] of Object.entries(cachingHeaders(etag))) headers.set(name, value);
  if (isKnown(request.headers.get("If-None-Match") ?? undefined, etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(plain, { headers });
}

/** Answers with the page as it was drawn before, where the inventory has not changed since. */
export function answerFromMemory(
  request: ExpressRequest,
  response: ExpressResponse,
  next: NextFunction,
): void {
  const page = asksForPage(request) ? pages.get(request.originalUrl) : undefined;
  if (page === undefined || page.version !== inventoryVersion()) {
    next();
    return;
  }
  const headers = cachingHeaders(page.etag);
  if (isKnown(request.headers["if-none-match"], page.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const [encoding, body] = bodyFor(request, page);
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": body.length,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

// Who comes with a toast sees it on the page.
function asksForPage({ method, headers }: ExpressRequest): boolean {
  return (method === "GET" || method === "HEAD") && !headers.cookie?.includes(`${TOAST_COOKIE}=`);
}

const TOAST_COOKIE = cookieName("toast");

// Kept, but asked about each time: a vehicle may have been sold a second ago.
function cachingHeaders(etag: string) {
  return { "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" };
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = etag.slice(2);
  return ifNoneMatch.split(",").some((tag) => ["*", opaque].includes(tag.trim().replace(/^W\//, "")));
}

function bodyFor(request: ExpressRequest, { plain, brotli, gzip }: RememberedPage): [string, Buffer] {
  if (brotli && request.acceptsEncodings("br")) return ["br", brotli];
  if (gzip && request.acceptsEncodings("gzip")) return ["gzip", gzip];
  return ["", plain];
}

async function compress(page: RememberedPage): Promise<void> {
  [page.brotli, page.gzip] = await Promise.all([
    promisify(brotliCompress)(page.plain, BROTLI),
    promisify(gzip)(page.plain),
  ]);
}
