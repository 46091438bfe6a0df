import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { NextFunction, Request, Response } from "express";
import { isApi, sendError } from "./error-response.server";

/** How long requests in flight have. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
/** After so many seconds a browser asks again by itself, and a program may. */
const RETRY_SECONDS = 5;

let isOn = false;

/** Answers every request with 503 once `startMaintenance` was called: the data is being replaced. */
export function answerInMaintenance(request: Request, response: Response, next: NextFunction): void {
  if (!isOn) {
    next();
    return;
  }
  if (!isApi(request) && request.method === "GET") response.setHeader("Refresh", String(RETRY_SECONDS));
  response.setHeader("Connection", "close");
  sendError(request, response, 503, "We'll be back in a minute", RETRY_SECONDS);
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
