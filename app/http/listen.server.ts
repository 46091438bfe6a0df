import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { config } from "~/config.server";

/** The first file descriptor that systemd hands over (sd_listen_fds(3)). */
const FIRST_HANDED_OVER_FD = 3;
/** How many new connections may wait in the kernel's queue, where a restart keeps them; Node's default is 511. */
const QUEUED_CONNECTIONS = 4_096;
/** A connection that sends nothing for this long is closed during a stop. */
const QUIET_MS = 1_000;
const SWEEP_INTERVAL_MS = 100;
/** How long a stop waits for requests in flight. */
const STOP_TIMEOUT_MS = 10_000;
/** How long a process keeps serving so that a load balancer can notice that it is stopping; most ask every two seconds or so. */
const DRAIN_MS = 5_000;

/**
 * Listens on the socket that systemd hands over, else on `HOST:PORT`. A socket of systemd's stays open during a restart, so
 * new connections wait for the next process instead of being refused (docs/decisions/releases.md).
 */
export async function listen(server: Server): Promise<void> {
  const isHandedOver = config.LISTEN_PID === String(process.pid) && Number(config.LISTEN_FDS) > 0;
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
    const socket = isHandedOver ? { fd: FIRST_HANDED_OVER_FD } : { port: config.PORT, host: config.HOST };
    // As a separate argument, because Node ignores the option `backlog` next to `fd`.
    server.listen(socket, QUEUED_CONNECTIONS);
  });
}

interface StopOptions {
  isBalanced: boolean;
  onStop: (signal: string) => void;
  onClosed: () => void;
}

/**
 * Makes SIGTERM and SIGINT stop the server without losing a request that was sent: every response then says `Connection: close`, and a
 * kept-alive connection is closed only after a quiet second, because a proxy may be sending a request over it.
 * @param isBalanced true if a load balancer sends requests to others once `/healthz` says no: until then all are served
 * @param onStop runs at once
 * @param onClosed runs when the last connection is closed, at most ten seconds later, and five more behind a load balancer
 */
export function stopOnSignal(server: Server, { isBalanced, onStop, onClosed }: StopOptions): void {
  const connections = trackConnections(server);
  const close = () => {
    setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS).unref();
    for (const response of [...connections.values()].flatMap((responses) => [...responses])) {
      if (!response.headersSent) response.setHeader("Connection", "close");
    }
    server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
    closeQuietConnections(connections);
    // Until then new connections are served too, so that clients wait only for the next process to start.
    setTimeout(() => stopAccepting(server, onClosed), connections.size > 0 ? QUIET_MS : 0);
  };
  const stop = (signal: string) => {
    onStop(signal);
    if (isBalanced) setTimeout(close, DRAIN_MS);
    else close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
}

/** Each open connection with its unfinished responses. */
type Connections = Map<Socket, Set<ServerResponse>>;

function trackConnections(server: Server): Connections {
  const connections: Connections = new Map();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, new Set());
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const responses = connections.get(socket);
    responses?.add(response);
    response.once("close", () => responses?.delete(response));
  });
  return connections;
}

/** From now on closes each connection that has no request and has received nothing for a second. */
function closeQuietConnections(connections: Connections): void {
  const lastSeen = new WeakMap<Socket, { bytesRead: number; time: number }>();
  const sweep = () => {
    const time = performance.now();
    for (const [socket, responses] of connections) {
      const { bytesRead } = socket;
      const last = lastSeen.get(socket);
      if (responses.size > 0 || last?.bytesRead !== bytesRead) lastSeen.set(socket, { bytesRead, time });
      else if (time - last.time >= QUIET_MS) socket.destroy();
    }
  };
  sweep();
  // After the event loop has read what has arrived.
  setInterval(() => setImmediate(sweep), SWEEP_INTERVAL_MS).unref();
}

/** Closes the listening socket once the kernel has no connection in its queue: it resets those it still has. */
function stopAccepting(server: Server, onClosed: () => void): void {
  const deadline = performance.now() + QUIET_MS;
  let hasAccepted = true;
  server.on("connection", () => {
    hasAccepted = true;
  });
  const closeIfQueueIsEmpty = () => {
    if (hasAccepted && performance.now() < deadline) {
      hasAccepted = false;
      setImmediate(closeIfQueueIsEmpty);
    } else {
      // An HTTP server's own close() also destroys idle connections, and with them the requests on their way.
      NetServer.prototype.close.call(server, onClosed);
    }
  };
  closeIfQueueIsEmpty();
}
