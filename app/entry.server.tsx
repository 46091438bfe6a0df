import { PassThrough } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { log } from "./doors/log.server";
import { NonceContext } from "./ui/nonce";

/** How long a page may take to render before it is given up. */
const RENDER_PATIENCE_MS = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  // Crawlers and browsers without script get the whole page; ours has no streamed boundary, so all do.
  const whole = isbot(request.headers.get("user-agent") ?? "");
  return new Promise((resolve, reject) => {
    let failed = false;
    const send = () => {
      const body = new PassThrough();
      headers.set("Content-Type", "text/html; charset=utf-8");
      keepOutOfSharedCaches(headers);
      resolve(
        new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }),
      );
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_PATIENCE_MS} />
      </NonceContext.Provider>,
      {
        nonce,
        ...(whole ? { onAllReady: send } : { onShellReady: send }),
        onShellError: reject,
        onError: (error) => {
          failed = true;
          log.error({ failure: error instanceof Error ? error.name : "unknown" }, "render failed");
        },
      },
    );
    setTimeout(abort, RENDER_PATIENCE_MS + 1_000).unref();
  });
}

/** The data of a client-side navigation, under the same rule as the page. */
export function handleDataRequest(response: Response): Response {
  keepOutOfSharedCaches(response.headers);
  return response;
}

// A page carries the nonce of its own scripts, and may carry what this visitor typed: no cache may hand it on.
function keepOutOfSharedCaches(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
}

/** What a loader, action or render threw. The visitor sees none of it; the log has its name and place, no data. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const failure = error instanceof Error ? { name: error.name, stack: error.stack } : { name: "unknown" };
  log.error({ failure, path: new URL(request.url).pathname }, "request failed");
}
