import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { config } from "~/config.server";
import { sendError } from "./error-response.server";
import { createFairQueue, type FairQueueLimits } from "./fair-queue.server";
import { tooManyRequestsMessage } from "./form.server";
import { clientKey } from "./rate-limits.server";

/*
 * What one client may take of the site at once (decisions, section 9), so that no single machine takes it from the others. A
 * client is an IP address, or an IPv6 /64. Thirty people behind one address have up to 180 connections.
 */

export const MAX_CONNECTIONS_PER_CLIENT = 256;
/** Also bounds the request bodies that are on their way. */
export const MAX_REQUESTS_PER_CLIENT = 256;
/** Requests on one connection that have no response yet. Browsers and proxies send one at a time. */
export const MAX_PIPELINED_REQUESTS = 16;
/** How long a client that sent more is refused: Node parses hundreds of requests before it notices a closed connection. */
const REFUSED_MS = 10_000;
/** Pages, data and API reads: work for the processor. */
const READS: FairQueueLimits = { atOnce: 4, atOncePerClient: 1, waiting: 512, waitingPerClient: 64 };
/** Forms and API writes, which may wait for a password check, a picture or a locked database. */
const WRITES: FairQueueLimits = { atOnce: 32, atOncePerClient: 2, waiting: 512, waitingPerClient: 64 };

const BUSY_MESSAGE = "The site is very busy. Please try again in a minute, or call us.";
const RETRY_SECONDS = 5;

/** The open connections of each client. */
const connections = new Map<string, Set<Socket>>();
const refused = new LRUCache<string, true>({ max: 10_000, ttl: REFUSED_MS });

/** Closes a client's connections over the limit. Behind a proxy all connections are the proxy's, so none is closed. */
export function limitConnections(server: Server): void {
  if (config.TRUST_PROXY > 0) return;
  server.on("connection", (socket) => {
    const client = clientKey(socket.remoteAddress ?? "unknown");
    const open = connections.get(client) ?? new Set();
    if (open.size >= MAX_CONNECTIONS_PER_CLIENT || refused.has(client)) {
      socket.destroy();
      return;
    }
    connections.set(client, open.add(socket));
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) connections.delete(client);
    });
  });
}

const requestsByClient = new Map<string, number>();
/** What to call for each unanswered request of a connection. */
const unanswered = new WeakMap<Socket, Set<() => void>>();

/** Closes a connection that sends many requests without waiting for a response, and all others of its client. */
export function limitPipelining({ socket }: Request, _response: Response, next: NextFunction): void {
  if (socket.destroyed) return;
  if ((unanswered.get(socket)?.size ?? 0) < MAX_PIPELINED_REQUESTS) {
    next();
    return;
  }
  const client = clientKey(socket.remoteAddress ?? "unknown");
  socket.destroy();
  if (!connections.has(client)) return;
  refused.set(client, true);
  for (const other of connections.get(client) ?? []) other.destroy();
}

/** Limits a client's requests in flight. */
export function limitRequests(request: Request, response: Response, next: NextFunction): void {
  const client = clientKey(request.ip ?? "unknown");
  const inFlight = requestsByClient.get(client) ?? 0;
  if (inFlight >= MAX_REQUESTS_PER_CLIENT) {
    // The body, if there is one, stays unread.
    response.setHeader("Connection", "close");
    sendTooMany(request, response);
    return;
  }
  requestsByClient.set(client, inFlight + 1);
  const onSocket = unansweredOn(request.socket);
  const release = () => {
    if (!onSocket.delete(release)) return;
    const left = (requestsByClient.get(client) ?? 1) - 1;
    if (left > 0) requestsByClient.set(client, left);
    else requestsByClient.delete(client);
  };
  onSocket.add(release);
  response.once("close", release);
  next();
}

function unansweredOn(socket: Socket): Set<() => void> {
  const known = unanswered.get(socket);
  if (known) return known;
  const requests = new Set<() => void>();
  unanswered.set(socket, requests);
  // A pipelined response that was never sent has no close event of its own.
  socket.once("close", () => {
    for (const release of requests) release();
  });
  return requests;
}

/** Renders in turn: a few at once in all, fewer for one client, and a short line. Over it 429, or 503 if the site is busy. */
export function renderInTurn(
  render: (request: Request, response: Response, next: NextFunction) => Promise<unknown>,
) {
  const reads = createFairQueue(READS);
  const writes = createFairQueue(WRITES);
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const queue = ["GET", "HEAD", "OPTIONS"].includes(request.method) ? reads : writes;
    const result = await queue(clientKey(request.ip ?? "unknown"), async () => {
      // Nobody is waiting for the response any more.
      if (request.socket.destroyed) return;
      await render(request, response, next);
    });
    if (result === "waitingPerClient") sendTooMany(request, response);
    if (result === "waiting") sendError(request, response, 503, BUSY_MESSAGE, RETRY_SECONDS);
  };
}

function sendTooMany(request: Request, response: Response): void {
  sendError(request, response, 429, tooManyRequestsMessage(RETRY_SECONDS), RETRY_SECONDS);
}
