import type { Server } from "node:http";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { clickAtOnce } from "../../../drill/people";

// Before anything reads the environment: the server as it is started, on a port of its own.
vi.hoisted(() => {
  process.env.PORT = "0";
  process.env.HOST = "127.0.0.1";
});

const MANY = { timeout: 120_000 };
const MAX_CONNECTIONS = 256;

let server: Server;
let port: number;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const bundle = new URL("../../../build/server/index.js", import.meta.url).href;
  const built = (await import(/* @vite-ignore */ bundle)) as { serve(): Promise<Server> };
  server = await built.serve();
  // A test shares the site's process, so its own long statements must not look like a connection left idle.
  server.keepAliveTimeout = 120_000;
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await connectionCount()).toBe(0), { timeout: 30_000 });
  sockets.clear();
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function connectionCount(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/** A connection from an address of this machine, once it stands or was refused. */
async function connectFrom(
  localAddress: string,
  bytes = "",
): Promise<{ socket: Socket; received: () => string }> {
  let received = "";
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", () => socket.write(bytes, () => resolve()));
    socket.once("close", () => resolve());
  });
  return { socket, received: () => received };
}

/** The status of a request on a connection of its own, or what became of it. */
function statusFrom(localAddress: string, path: string): Promise<number | "closed"> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", localAddress, path, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    request.once("error", () => resolve("closed"));
  });
}

const visitorSees = async (paths = ["/", "/inventory", "/about", "/api/retail-vehicles", "/healthz"]) =>
  Promise.all(paths.map((path) => statusFrom("127.0.0.2", path)));
const SLOW_FORM =
  "POST /repair HTTP/1.1\r\nHost: yard\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na=";

describe("one machine", () => {
  test("may hold 256 connections with slow forms, and no more; the others are answered", MANY, async () => {
    const crowd = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS + 50 }, () => connectFrom("127.0.0.1", SLOW_FORM)),
    );
    const open = () => crowd.filter(({ socket }) => !socket.destroyed).length;
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(MAX_CONNECTIONS), { timeout: 30_000 });
    expect(open()).toBe(MAX_CONNECTIONS);
    expect(await statusFrom("127.0.0.1", "/healthz")).toBe("closed");
    expect(await visitorSees()).toEqual([200, 200, 200, 200, 200]);
    // As soon as it lets go, it is a visitor like any other.
    for (const { socket } of crowd) socket.destroy();
    await vi.waitFor(async () => expect(await statusFrom("127.0.0.1", "/healthz")).toBe(200), {
      timeout: 30_000,
    });
  });

  test("of eight that hold all connections gives one up for each visitor who comes", MANY, async () => {
    const addresses = Array.from({ length: 8 }, (_, index) => `127.0.0.${11 + index}`);
    const crowd = await Promise.all(
      addresses.flatMap((address) =>
        Array.from({ length: MAX_CONNECTIONS }, () => connectFrom(address, SLOW_FORM)),
      ),
    );
    const open = () => crowd.filter(({ socket }) => !socket.destroyed).length;
    await vi.waitFor(() => expect(open()).toBe(2_000), { timeout: 30_000 });
    for (let visit = 0; visit < 3; visit++) expect(await visitorSees()).toEqual([200, 200, 200, 200, 200]);
    // No more than there was need of.
    expect(open()).toBeGreaterThanOrEqual(2_000 - 15);
  });

  test(
    "that asks for more pages than it may wait for is told to come again, in the language of what it asked for",
    MANY,
    async () => {
      // Connected first, so that all requests arrive before the first page is rendered.
      const crowd = await Promise.all(Array.from({ length: 200 }, () => connectFrom("127.0.0.1")));
      await vi.waitFor(async () => expect(await connectionCount()).toBe(200), { timeout: 30_000 });
      crowd.forEach(({ socket }, index) => {
        const path = index % 2 ? `/inventory?mileageTo=${index}` : `/api/retail-vehicles?limit=${index + 1}`;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: yard\r\nConnection: close\r\n\r\n`);
      });
      const paths = ["/inventory?mileageTo=1", "/inventory?mileageTo=2", "/about", "/"];
      expect(await visitorSees(paths)).toEqual([200, 200, 200, 200]);
      await vi.waitFor(() => expect(crowd.every(({ socket }) => socket.destroyed)).toBe(true), {
        timeout: 30_000,
      });
      const answers = crowd.map(({ received }) => received());
      const answered = answers.filter((answer) => answer.startsWith("HTTP/1.1 200"));
      const refused = answers.filter((answer) => answer.startsWith("HTTP/1.1 429"));
      expect(answered.length + refused.length).toBe(200);
      // What stood in line is answered.
      expect(answered.length).toBeGreaterThanOrEqual(64);
      expect(refused.every((answer) => /retry-after: 5/i.test(answer))).toBe(true);
      const sentence = "Too many requests from your connection. Please try again in 1 minute, or call us.";
      expect(
        refused.filter((answer) => answer.includes(JSON.stringify({ error: sentence, retryAfter: 5 }))),
      ).not.toEqual([]);
      expect(refused.filter((answer) => answer.includes(`<h1>${sentence}</h1>`))).not.toEqual([]);
    },
  );

  test.each([
    ["/inventory", "127.0.0.3"],
    ["/healthz", "127.0.0.6"],
  ])(
    "that sends hundreds of requests for %s without reading is cut off, with all its connections",
    MANY,
    async (path, address) => {
      const many = `GET ${path} HTTP/1.1\r\nHost: yard\r\n\r\n`.repeat(300);
      const idle = await connectFrom(address);
      const pipelined = await connectFrom(address, many);
      await vi.waitFor(
        () => expect([idle, pipelined].map(({ socket }) => socket.destroyed)).toEqual([true, true]),
        {
          timeout: 30_000,
        },
      );
      expect(pipelined.received().split("HTTP/1.1").length - 1).toBeLessThanOrEqual(16);
      expect(await statusFrom(address, "/healthz")).toBe("closed");
      expect(await visitorSees()).toEqual([200, 200, 200, 200, 200]);
    },
  );

  test("may send a few requests at a time on one connection", async () => {
    const { received } = await connectFrom(
      "127.0.0.4",
      "GET /healthz HTTP/1.1\r\nHost: yard\r\n\r\n".repeat(10),
    );
    await vi.waitFor(() => expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(10), { timeout: 30_000 });
  });
});

test("thirty people behind one address who click at once are all answered", MANY, async () => {
  expect(await clickAtOnce({ port, people: 30, clicks: 3 })).toEqual({ 200: 30 * 3 * 37 });
});

test("a closed connection gives back what it held, answered or not", MANY, async () => {
  for (let round = 0; round < 40; round++) {
    const bytes = "GET /inventory HTTP/1.1\r\nHost: yard\r\n\r\n".repeat(10);
    const { socket } = await connectFrom("127.0.0.5", bytes);
    socket.destroy();
  }
  expect(await statusFrom("127.0.0.5", "/about")).toBe(200);
});
