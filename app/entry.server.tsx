import { createHash, randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { errorPage } from "./http/error-response.server";
import { contentSecurityPolicy } from "./http/headers.server";
import { log, loggedPath } from "./http/log.server";
import { cacheablePage, storeResponse } from "./http/page-cache.server";
import { isPublicRoute, publicManifestPath } from "./public-manifest";
import { ScriptNonce } from "./script-nonce";
import { markTitleOnError } from "./ui/forms/error-title";

/** Renders a page. Nothing is streamed, so browsers without script get all of it. */
export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { inventoryVersion, client }: AppLoadContext,
): Promise<Response> {
  // Otherwise a page without an action would show its own error, such as "Error loading vehicles", for a form posted to it.
  if (status === 405) return methodNotAllowed(headers);
  const nonce = randomUUID();
  const rendered = await renderPage(
    <ScriptNonce.Provider value={nonce}>
      <RemixServer context={withFewestRoutes(context)} url={request.url} nonce={nonce} />
    </ScriptNonce.Provider>,
  );
  const { html, scriptHashes } = hashInlineScripts(markTitleOnError(rendered), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({ scriptHashes, pathname: new URL(request.url).pathname }),
  );
  const cacheable = cacheablePage(context, headers);
  if (cacheable && inventoryVersion !== undefined && status === 200) {
    const { searchParams } = cacheable;
    return storeResponse(request, { client, body: html, headers, version: inventoryVersion, searchParams });
  }
  keepOutOfSharedCaches(headers);
  return new Response(html, { headers, status });
}

/** The data of a client-side navigation, under the same caching rule as the page. */
export function handleDataRequest(response: Response): Response {
  keepOutOfSharedCaches(response.headers);
  return response;
}

/**
 * Logs what a loader, action or render threw; the visitor sees none of it. An answer such as 403, which a page's error boundary has
 * handed on to the one around it, is no failure.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  log.error({ error, path: loggedPath(new URL(request.url).pathname) }, "request failed");
}

function methodNotAllowed(headers: Headers): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  return new Response(errorPage("This page doesn't accept that request."), { status: 405, headers });
}

/** A public page's browser gets the list of the public routes: all others are opened by loading a page. */
function withFewestRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const isPublic = staticHandlerContext.matches.every(({ route }) => isPublicRoute(route.id));
  if (import.meta.env.DEV || !isPublic) return context;
  return { ...context, manifest: { ...manifest, url: publicManifestPath(manifest.url) } };
}

async function renderPage(page: ReactElement): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      // Also called after an error; reading the stream then rejects with it.
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
      // React moves a boundary over this size into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
  });
  // React 18 fills its buffer up with NUL where a letter of several bytes has no room in it. Remix's last scripts come after
  // the document's end, where HTML has none; browsers put them here.
  return html
    .replaceAll("\0", "")
    .replace(
      /(<\/body><\/html>)(.*)$/s,
      (_all, end: string, rest: string) => rest.replaceAll(/<!--\/?\$-->/g, "") + end,
    );
}

/**
 * Removes the nonces from Remix's inline scripts and returns the scripts' hashes for the content security policy: a page
 * without a nonce can be cached, and an injected script still does not run.
 */
function hashInlineScripts(html: string, nonce: string): { html: string; scriptHashes: string[] } {
  const scriptHashes: string[] = [];
  const withoutNonces = html.replace(
    new RegExp(`(<script[^>]*) nonce="${nonce}"([^>]*>)(.*?)(?=</script>)`, "gs"),
    (_match, start: string, end: string, code: string) => {
      scriptHashes.push(createHash("sha256").update(code).digest("base64"));
      return start + end + code;
    },
  );
  return { html: withoutNonces, scriptHashes };
}

// A page may contain what this visitor typed, so shared caches must not store it.
function keepOutOfSharedCaches(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
}
