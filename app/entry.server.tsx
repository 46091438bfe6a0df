import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { log } from "./doors/log.server";
import type { PageHandle } from "./page-handles";
import { answerRemembered, isSameForEveryone, rememberPage } from "./page-memory.server";
import { DATA_BLOCK, type PageStart, START_BLOCK } from "./page-start";
import { markedWhereWrong } from "./ui/error-title";

/** A page, whole: nothing of it is streamed, so a browser without script has all of it (decisions, section 1). */
export default async function drawPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { inventoryVersion }: AppLoadContext,
): Promise<Response> {
  const { serverHandoffStream, ...withoutStream } = context;
  const html = markedWhereWrong(renderToString(<RemixServer context={withoutStream} url={request.url} />));
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : "";
  const page = `<!DOCTYPE html>${html.replace("</body>", () => `${blocks(context, data)}</body>`)}`;

  headers.set("Content-Type", "text/html; charset=utf-8");
  if (inventoryVersion !== undefined && status === 200 && isSameForEveryone(context, headers)) {
    return answerRemembered(request, rememberPage(request, page, inventoryVersion), headers);
  }
  keepOutOfSharedCaches(headers);
  return new Response(page, { headers, status });
}

/** The data of a client-side navigation, under the same rule as the page. */
export function handleDataRequest(response: Response): Response {
  keepOutOfSharedCaches(response.headers);
  return response;
}

/** What a loader, action or render threw. The visitor sees none of it; the log has its name and place, no data. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const failure = error instanceof Error ? { name: error.name, stack: error.stack } : { name: "unknown" };
  log.error({ failure, path: new URL(request.url).pathname }, "request failed");
}

// A page may carry what this visitor typed: no cache may hand it on.
function keepOutOfSharedCaches(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/**
 * What Remix's own `Scripts` would say in scripts of the page's own, as data: then the content policy need allow no
 * inline script at all, a page is the same text each time it is drawn, and nothing is loaded before it is wanted.
 */
function blocks(context: EntryContext, data: string) {
  const { manifest, staticHandlerContext, serverHandoffString = "{}" } = context;
  const drawn = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const start: PageStart = {
    context: JSON.parse(serverHandoffString),
    manifest: manifest.url,
    routes: Object.fromEntries(drawn.map(({ id, module }) => [id, module])),
    awake: isAwake(context),
    imports: [...new Set(drawn.flatMap(({ imports = [] }) => imports))],
    ...hotReloadIn(manifest),
  };
  return (
    block(START_BLOCK, JSON.stringify(start)) +
    block(DATA_BLOCK, data) +
    `<script type="module" async src="${manifest.entry.module}"></script>`
  );
}

// An answer to a form moves the focus to what is wrong with it.
function isAwake({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const { matches, loaderData, actionData, errors } = staticHandlerContext;
  if (actionData && !errors) return true;
  return matches.some(({ route: { id } }) => {
    const handle = routeModules[id]?.handle as PageHandle | undefined;
    // Where a loader failed there is nothing to judge by.
    return loaderData[id] != null && handle?.awake?.(loaderData[id] as never);
  });
}

// Vite's server adds it in development; the type does not know it.
function hotReloadIn(manifest: EntryContext["manifest"] & { hmr?: { runtime: string } }) {
  return manifest.hmr ? { hotReload: manifest.hmr.runtime } : {};
}

// JSON has `<` in its texts alone, where it may be written like this: no text can end the block.
function block(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;
}
