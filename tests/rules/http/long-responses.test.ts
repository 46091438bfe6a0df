import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type AppLoadContext, writeReadableStreamToWritable } from "@remix-run/node";
import compression from "compression";
import express, { type Response as ExpressResponse, type RequestHandler } from "express";
import { afterEach, expect, test } from "vitest";
import { endStalled } from "~/http/client-limits.server";
import { enterLongList } from "~/http/long-lists.server";
import { clientOf, streamText } from "~/http/streamed-body.server";

/** Random, so that it stays as long when it is compressed. */
const PIECE = Array.from({ length: 64 * 1024 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
/** More than the buffers of any two sockets hold. */
const PIECES = 1_000;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that sends what `body` makes, with what became of its response. */
async function serve(
  body: () => AsyncGenerator<string>,
  { before = [], isAllowed }: { before?: RequestHandler[]; isAllowed?: () => Promise<boolean> } = {},
) {
  let closed: (response: ExpressResponse) => void;
  const response = new Promise<ExpressResponse>((resolve) => {
    closed = resolve;
  });
  const site = express();
  site.use(...before, compression(), (_request, response, next) => {
    response.once("close", () => closed(response));
    // As Remix's adapter does it, which waits for nobody.
    response.type("json");
    const client = clientOf(response);
    if (isAllowed) client.onlyWhile(isAllowed);
    writeReadableStreamToWritable(streamText(body(), client), response).catch(next);
  });
  // Otherwise Express prints the stack of what the tests make fail.
  site.set("env", "test");
  const server = createServer(site).listen(0, "127.0.0.1");
  stops.push(() => server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, response };
}

/** Asks, and stops reading once something has come. */
async function stopReading(port: number, encoding = "identity") {
  const socket = connect(port, "127.0.0.1");
  stops.push(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.write(`GET / HTTP/1.1\r\nHost: yard\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  return socket.pause();
}

test.each(["identity", "gzip"])(
  "a body (%s) is made as its client takes it, and no further once the client is gone",
  async (encoding) => {
    let made = 0;
    let isEnded = false;
    const { port, response } = await serve(async function* () {
      try {
        for (; made < PIECES; made++) yield PIECE;
      } finally {
        isEnded = true;
      }
    });
    const socket = await stopReading(port, encoding);
    // Until nothing is made any more.
    for (let before = -1; before !== made; ) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(made).toBeLessThan(PIECES / 2);
    socket.destroy();
    await response;
    await expect.poll(() => isEnded).toBe(true);
    expect(made).toBeLessThan(PIECES / 2);
  },
);

test("a body that fails does not look whole", async () => {
  const { port } = await serve(async function* () {
    yield "[1,";
    yield PIECE;
    throw new Error("broken");
  });
  await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
});

test("a list that its reader may no longer have breaks off, and does not look whole", async () => {
  let isAllowed = true;
  let made = 0;
  const { port, response } = await serve(
    async function* () {
      for (; made < 200; made++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield PIECE;
      }
    },
    { isAllowed: async () => isAllowed },
  );
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  isAllowed = false;
  await expect(answer.text()).rejects.toThrow();
  expect((await response).writableFinished).toBe(false);
  expect(made).toBeLessThan(200);
});

test("a client that takes nothing any more is cut off; one that waits for its response is not", async () => {
  const slow = await serve(
    async function* () {
      await new Promise((resolve) => setTimeout(resolve, 400));
      yield "[]";
    },
    { before: [endStalled(200)] },
  );
  const endless = await serve(
    async function* () {
      for (;;) yield PIECE;
    },
    { before: [endStalled(200)] },
  );
  const waited = fetch(`http://127.0.0.1:${slow.port}/`);
  await stopReading(endless.port);
  expect((await endless.response).writableFinished).toBe(false);
  expect(await (await waited).json()).toEqual([]);
});

test("a client may be in the middle of 32 long lists, and of another once one of them is sent", () => {
  const closed: (() => void)[] = [];
  const enter = (clientIp: string) =>
    enterLongList({
      clientIp,
      client: {
        isReady: async () => true,
        onClose: (listener: () => void) => closed.push(listener),
        onlyWhile: () => undefined,
      },
    } as Partial<AppLoadContext> as AppLoadContext);
  const entered = Array.from({ length: 33 }, (_, index) => enter(`2001:db8:1:${index}::1`));
  expect(entered.filter(Boolean)).toHaveLength(32);
  expect(enter("2001:db8:2::1")).toBe(true);
  closed[0]?.();
  expect([enter("2001:db8:1::1"), enter("2001:db8:1::1")]).toEqual([true, false]);
});
