import { createHash } from "node:crypto";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { NextFunction, Request, Response } from "express";
import { isApi, sendError } from "./error-response.server";
import { contentSecurityPolicy } from "./headers.server";

/** How long requests in flight have. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
/** After so many seconds a browser asks again by itself, and a program may. */
const RETRY_SECONDS = 5;

const MESSAGE = "We'll be back in a minute";
/**
 * Between the two processes nobody listens, and a page that reloads then ends on the browser's own error, for good. So it asks
 * until the site is well, and loads after that.
 */
const ASK_AGAIN = `setInterval(()=>fetch("/healthz",{cache:"no-store"}).then((answer)=>answer.ok&&location.replace(location.href),()=>{}),2000)`;
const HEAD = `<script>${ASK_AGAIN}</script><noscript><meta http-equiv="refresh" content="${RETRY_SECONDS}"></noscript>`;
const PAGE = { head: HEAD, advice: "This page opens by itself as soon as the site is back." };
const POLICY = contentSecurityPolicy([createHash("sha256").update(ASK_AGAIN).digest("base64")]);

let isOn = false;

/** Answers every request with 503 once `startMaintenance` was called: the data is being replaced. */
export function answerInMaintenance(request: Request, response: Response, next: NextFunction): void {
  if (!isOn) {
    next();
    return;
  }
  response.setHeader("Connection", "close");
  if (!isApi(request)) response.setHeader("Content-Security-Policy", POLICY);
  sendError(request, response, 503, MESSAGE, RETRY_SECONDS, PAGE);
}

/** Turns visitors away for the rest of this process; resolves once no request is in flight, or has had ten seconds to end. */
export async function startMaintenance(server: Server): Promise<void> {
  isOn = true;
  const countConnections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + PATIENCE_MS;
  do {
    await sleep(LOOK_MS);
    // What is left is in flight.
    server.closeIdleConnections();
  } while ((await countConnections()) > 0 && performance.now() < deadline);
}
