import { connect, type Socket } from "node:net";
import type { Site } from "./site";

/** A connection on which bytes go out as they are written here: no library tidies them. */
export interface Wire {
  socket: Socket;
  /** Resolves once the bytes are handed on, or the connection is closed. */
  send(bytes: string | Buffer): Promise<void>;
  /** All that came back by the time the other side closed. */
  closed: Promise<string>;
  /** True until the other side has closed. */
  open(): boolean;
}

/** Opens a connection to a site. */
export async function wireTo({ url }: Pick<Site, "url">): Promise<Wire> {
  const { hostname, port } = new URL(url);
  let received = "";
  const socket = connect(Number(port), hostname);
  socket.on("data", (piece) => {
    received += piece.toString("latin1");
  });
  // A reset is one way of being turned away.
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const send = async (bytes: string | Buffer) => {
    if (socket.destroyed) return;
    const written = new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    await Promise.race([written, closed]);
  };
  return { socket, send, closed, open: () => !socket.destroyed };
}

/** Sends these bytes and waits until the other side closes; the statuses of all that it answered. */
export async function statusesOf(site: Pick<Site, "url">, bytes: string | Buffer): Promise<number[]> {
  const wire = await wireTo(site);
  await wire.send(bytes);
  return statusesIn(await wire.closed);
}

/** The status of each answer in what came over a connection. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
