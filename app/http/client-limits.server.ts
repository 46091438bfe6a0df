import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { LRUCache } from "lru-cache";
import onHeaders from "on-headers";
import { config } from "~/config.server";
import { sendError } from "./error-response.server";
import { createFairQueue, type FairQueueLimits } from "./fair-queue.server";
import { busyMessage, tooManyRequestsMessage } from "./form.server";
import { clientKey, clientKeys, networkKey } from "./rate-limits.server";

/*
 * How much of the site one client may use at once, so that no single machine starves the others. A client is an IP address, or an IPv6 /64;
 * all of a /56 or a /48 gets no more than a few times as much. Thirty people behind one address have up to 180 connections.
 */

/** The most that the site has at once. */
const MAX_CONNECTIONS = 2_000;
/** For an address or /64, a /56 and a /48. Requests also bound the bodies in flight. */
const MAX_PER_CLIENT = [256, 512, 1024] as const;
/** Requests on one connection that have no response yet. Browsers and proxies send one at a time. */
const MAX_PIPELINED_REQUESTS = 16;
/** How long a client that sent more is rejected: Node parses hundreds of requests before it notices a closed connection. */
const REFUSED_MS = 10_000;
/** Pages, data and API reads: work for the processor. */
const READS: FairQueueLimits = { atOnce: 4, atOncePerClient: 1, waiting: 512, waitingPerClient: 64 };
/** Forms and API writes, which may wait for a password check, a picture or a locked database. */
const WRITES: FairQueueLimits = { atOnce: 32, atOncePerClient: 2, waiting: 512, waitingPerClient: 64 };

const RETRY_SECONDS = 5;

/** The open connections of each client, those that have waited longest first, under each of its keys. */
const connections = new Map<string, Set<Socket>>();
const refused = new LRUCache<string, true>({ max: 10_000, ttl: REFUSED_MS });

/**
 * Closes a client's connections over the limit and, when all are taken, one of the client with the most for each new one. Behind a proxy
 * all connections are the proxy's, so none is closed.
 */
export function limitConnections(server: Server): void {
  if (config.TRUST_PROXY > 0) {
    server.maxConnections = MAX_CONNECTIONS;
    return;
  }
  let open = 0;
  server.on("connection", (socket) => {
    const keys = clientKeys(socket.remoteAddress ?? "");
    const isOver = keys.some((key, index) => connectionsOf(key).size >= (MAX_PER_CLIENT[index] ?? 0));
    if (isOver || refused.has(keys[0] ?? "") || (open >= MAX_CONNECTIONS && !makeRoom(keys))) {
      socket.destroy();
      return;
    }
    open++;
    for (const key of keys) connections.set(key, connectionsOf(key).add(socket));
    socket.once("close", () => {
      open--;
      for (const key of keys) {
        const left = connectionsOf(key);
        left.delete(socket);
        if (left.size === 0) connections.delete(key);
      }
    });
  });
}

function connectionsOf(key: string): Set<Socket> {
  return connections.get(key) ?? new Set();
}

/**
 * Closes a connection of the client with the most, unless it is the one that asks for room: first one with no complete request waiting for
 * a response, then the one open longest.
 */
function makeRoom(forClient: readonly string[]): boolean {
  let [most, own] = [new Set<Socket>(), 0];
  for (const [key, sockets] of connections) {
    if (forClient.includes(key)) own = Math.max(own, sockets.size);
    if (sockets.size > most.size) most = sockets;
  }
  if (own + 1 >= most.size) return false;
  const closable = [...most].filter(({ destroyed }) => !destroyed);
  (closable.find((socket) => !isWorkingOn(socket)) ?? closable[0])?.destroy();
  return true;
}

const requestsByClient = new Map<string, number>();
/** The requests of a connection that have no response yet, with what to call for each. */
const unanswered = new WeakMap<Socket, Map<Request, () => void>>();

/** Closes a connection that sends many requests without waiting for a response, and all others of its client. */
export function limitPipelining({ socket }: Request, _response: Response, next: NextFunction): void {
  if (socket.destroyed) return;
  if ((unanswered.get(socket)?.size ?? 0) < MAX_PIPELINED_REQUESTS) {
    next();
    return;
  }
  const client = clientKey(socket.remoteAddress ?? "");
  socket.destroy();
  if (!connections.has(client)) return;
  refused.set(client, true);
  for (const other of connectionsOf(client)) other.destroy();
}

/** Limits a client's requests in flight. */
export function limitRequests(request: Request, response: Response, next: NextFunction): void {
  const clients = clientKeys(request.ip ?? "");
  if (clients.some((client, index) => inFlight(client) >= (MAX_PER_CLIENT[index] ?? 0))) {
    // The body, if any, stays unread.
    response.setHeader("Connection", "close");
    sendTooMany(request, response);
    return;
  }
  for (const client of clients) requestsByClient.set(client, inFlight(client) + 1);
  const onSocket = unansweredOn(request.socket);
  const release = () => {
    if (!onSocket.delete(request)) return;
    for (const client of clients) {
      const left = inFlight(client) - 1;
      if (left > 0) requestsByClient.set(client, left);
      else requestsByClient.delete(client);
    }
  };
  onSocket.set(request, release);
  response.once("close", release);
  next();
}

function inFlight(client: string): number {
  return requestsByClient.get(client) ?? 0;
}

function unansweredOn(socket: Socket): Map<Request, () => void> {
  const known = unanswered.get(socket);
  if (known) return known;
  const requests = new Map<Request, () => void>();
  unanswered.set(socket, requests);
  // A pipelined response that was never sent has no close event of its own.
  socket.once("close", () => {
    for (const release of requests.values()) release();
  });
  return requests;
}

/** True if all of a request has arrived, so that the site is working on it. */
function isWorkingOn(socket: Socket): boolean {
  return [...(unanswered.get(socket)?.keys() ?? [])].some(({ complete }) => complete);
}

/** How long a client may read nothing of what it is sent. */
const MAX_STALL_MS = 30_000;

/**
 * Ends a connection whose client has read nothing of what was written for between half of `stallMs` and all of it. A response that isn't
 * written yet may take longer.
 */
export function endStalled(stallMs = MAX_STALL_MS) {
  return ({ socket }: Request, response: Response, next: NextFunction): void => {
    // Node's timer restarts once if a part was read in the meantime, at any time.
    response.setTimeout(stallMs / 2, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    next();
  };
}

/** Renders in turn: a few at once in all, fewer for one client, and a short line. Over it 429, or 503 if the site is busy. */
export function renderInTurn(
  render: (request: Request, response: Response, next: NextFunction) => Promise<unknown>,
) {
  const reads = createFairQueue(READS);
  const writes = createFairQueue(WRITES);
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const queue = ["GET", "HEAD", "OPTIONS"].includes(request.method) ? reads : writes;
    const result = await queue(networkKey(request.ip ?? "unknown"), async () => {
      // Nobody is waiting for the response anymore.
      if (request.socket.destroyed) return;
      // The next one's turn comes before a long body is sent: a slow client may take as long as it likes.
      const begun = new Promise<void>((resolve) => onHeaders(response, resolve));
      await Promise.race([render(request, response, next), begun]);
    });
    if (result === "waitingPerClient") sendTooMany(request, response);
    if (result === "waiting") sendError(request, response, 503, busyMessage(RETRY_SECONDS), RETRY_SECONDS);
  };
}

function sendTooMany(request: Request, response: Response): void {
  sendError(request, response, 429, tooManyRequestsMessage(RETRY_SECONDS), RETRY_SECONDS);
}
