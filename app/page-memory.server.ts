import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { EntryContext } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { cookieName } from "./cookie.server";
import { inventoryVersion } from "./db/changes.server";
import { isKnown } from "./doors/etag.server";
import { SECURITY_HEADERS } from "./doors/headers.server";
import { hasOneHost } from "./doors/request.server";
import type { PageHandle } from "./page-handles";

/** All remembered answers together, compressed copies included, weigh no more than this many bytes. */
const MOST_BYTES = 48 * 1024 * 1024;
/** The longest an answer is remembered, in milliseconds, whatever it says of the day it was made. */
const LONGEST_MS = 10 * 60 * 1000;
/** As hard as it pays for what is sent many times: 11 takes ten times as long for a few bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** An answer as it was made, and how it is sent. */
interface Remembered {
  /** Of the inventory it was made from. */
  version: number;
  etag: string;
  contentType: string;
  cacheControl: string;
  plain: Buffer<ArrayBuffer>;
  /** Made when somebody asks a second time: what changes with every request is not worth packing. */
  brotli?: Buffer;
  gzip?: Buffer;
}

const answers = new LRUCache<string, Remembered>({
  maxSize: MOST_BYTES,
  ttl: LONGEST_MS,
  // The compressed copies of an answer are about a quarter of it, both together.
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
export function versionToRemember(request: IncomingMessage): number | undefined {
  return mayComeFromMemory(request) ? inventoryVersion() : undefined;
}

/** Keeps a page under its address, query and all; `version` is the inventory's before anything was read for it. */
export function rememberPage(request: Request, html: string, version: number): Remembered {
  const hash = createHash("sha256").update(html).digest("base64url").slice(0, 27);
  return remember(request, {
    version,
    // Weak, since the same page goes out in several encodings.
    etag: `W/"${hash}"`,
    contentType: "text/html; charset=utf-8",
    // Kept, but asked about each time: a vehicle may have been sold a second ago.
    cacheControl: "no-cache",
    body: html,
  });
}

/** Keeps any answer that is the same for everyone as long as the inventory is, under its address. */
export function remember(
  request: Request,
  { body, ...answer }: Omit<Remembered, "plain"> & { body: string },
): Remembered {
  const remembered: Remembered = { ...answer, plain: Buffer.from(body) };
  const { pathname, search } = new URL(request.url);
  answers.set(pathname + search, remembered);
  return remembered;
}

/** The page just drawn, or 304 to whoever has it already. */
export function answerRemembered(request: Request, answer: Remembered, headers: Headers): Response {
  headers.set("Cache-Control", answer.cacheControl);
  headers.set("ETag", answer.etag);
  headers.set("Vary", "Accept-Encoding");
  if (isKnown(request.headers.get("If-None-Match"), answer.etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(answer.plain, { headers });
}

/**
 * Answers with what was made before, where the inventory has not changed since; false where there is no such answer. It
 * stands ahead of everything else, so it sends the headers of every answer itself, all at once: set one by one they cost
 * more than the rest.
 */
export function answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
  const answer = mayComeFromMemory(request) ? answers.get(request.url ?? "") : undefined;
  if (answer === undefined || !hasOneHost(request) || answer.version !== inventoryVersion()) return false;
  const go = () => send(answer, request, response);
  if (answer.brotli && answer.gzip) go();
  // Where it cannot be packed it goes out plain.
  else packed(answer).then(go, go);
  return true;
}

function send(answer: Remembered, request: IncomingMessage, response: ServerResponse): void {
  const headers = [
    "X-Request-Id",
    request.id,
    ...FIXED_HEADERS,
    "Cache-Control",
    answer.cacheControl,
    "ETag",
    answer.etag,
    "Vary",
    "Accept-Encoding",
  ];
  if (isKnown(request.headers["if-none-match"], answer.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const [encoding, body] = bodyFor(request, answer);
  headers.push("Content-Type", answer.contentType, "Content-Length", String(body.length));
  if (encoding) headers.push("Content-Encoding", encoding);
  response.writeHead(200, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

const FIXED_HEADERS = SECURITY_HEADERS.flat();

// Who comes with a toast sees it on the page.
function mayComeFromMemory({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && !headers.cookie?.includes(`${TOAST_COOKIE}=`);
}

const TOAST_COOKIE = cookieName("toast");

function bodyFor(request: IncomingMessage, { plain, brotli, gzip }: Remembered): [string, Buffer] {
  const encoding = bestEncoding(request);
  if (encoding === "br" && brotli) return ["br", brotli];
  if (encoding === "gzip" && gzip) return ["gzip", gzip];
  return ["", plain];
}

/** What each `Accept-Encoding` comes to: browsers send a handful of them, and taking one apart costs a tenth of an answer. */
const encodings = new LRUCache<string, "br" | "gzip" | "none">({ max: 100 });

function bestEncoding(request: IncomingMessage): "br" | "gzip" | "none" {
  const accepted = String(request.headers["accept-encoding"] ?? "").slice(0, 200);
  const known = encodings.get(accepted);
  if (known) return known;
  const taken = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["br", "gzip"]);
  // The one that packs better, whatever a browser names first.
  const best = taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : "none";
  encodings.set(accepted, best);
  return best;
}

/** What is being packed; whoever asks meanwhile waits for the same. */
const packing = new WeakMap<Remembered, Promise<void>>();

function packed(answer: Remembered): Promise<void> {
  const begun = packing.get(answer) ?? pack(answer);
  packing.set(answer, begun);
  return begun;
}

async function pack(answer: Remembered): Promise<void> {
  [answer.brotli, answer.gzip] = await Promise.all([
    promisify(brotliCompress)(answer.plain, BROTLI),
    promisify(gzip)(answer.plain),
  ]);
}
