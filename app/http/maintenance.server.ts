import type { NextFunction, Request, Response } from "express";
import { isApi, sendError } from "./error-response.server";

/** How long requests in flight have. */
const PATIENCE_MS = 10_000;
/** After so many seconds a browser asks again by itself, and a program may. */
const RETRY_SECONDS = 5;

let isOn = false;
let inFlight = 0;
let onQuiet = () => {};

/** Answers every request with 503 once `startMaintenance` was called: the data is being replaced. */
export function answerInMaintenance(request: Request, response: Response, next: NextFunction): void {
  if (isOn) {
    if (!isApi(request) && request.method === "GET") response.setHeader("Refresh", String(RETRY_SECONDS));
    response.setHeader("Connection", "close");
    sendError(request, response, 503, "We'll be back in a minute", RETRY_SECONDS);
    return;
  }
  inFlight += 1;
  response.once("close", () => {
    inFlight -= 1;
    if (inFlight === 0) onQuiet();
  });
  next();
}

/** Turns visitors away for the rest of this process; resolves once no request is in flight, or has had ten seconds to end. */
export function startMaintenance(): Promise<void> {
  isOn = true;
  if (inFlight === 0) return Promise.resolve();
  return new Promise((resolve) => {
    onQuiet = resolve;
    setTimeout(resolve, PATIENCE_MS).unref();
  });
}
