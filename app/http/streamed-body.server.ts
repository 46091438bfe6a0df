import type { Response as ExpressResponse } from "express";

/** How often to check whether a response may continue. */
const LOOK_MS = 1_000;
/** How much is passed on at once, in bytes or characters: what a client that stops reading costs. */
const CHUNK_SIZE = 64 * 1024;

/** Who a response is sent to. */
export interface Client {
  /** Resolves once the client has read what was written: false if it has left. */
  isReady(): Promise<boolean>;
  /** Calls back once the response is sent or the client has left. */
  onClose(listener: () => void): void;
  /** Ends the connection once this is false: a long list may still be going out after an account was turned off. */
  onlyWhile(isAllowed: () => Promise<boolean>): void;
}

/**
 * The client of a response. Remix's adapter writes a body as fast as it can be read, without waiting for the client, so a body that is made
 * while it is sent has to ask.
 */
export function clientOf(response: ExpressResponse): Client {
  let isFull = false;
  let goOn = () => {};
  const resume = () => {
    isFull = false;
    goOn();
  };
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  response.write = ((...args: unknown[]) => {
    isFull = !write(...args);
    return !isFull;
  }) as ExpressResponse["write"];
  response.on("drain", resume);
  // A response that waits behind another one on its connection has no close event of its own.
  const { socket } = response.req;
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      response.off("close", close);
      socket.off("close", close);
      resolve();
    };
    response.once("close", close);
    socket.once("close", close);
  });
  closed.then(resume);
  const hasLeft = () => response.destroyed || socket.destroyed;
  let isAllowed: (() => Promise<boolean>) | undefined;
  let lookedAt = performance.now();
  return {
    isReady: async () => {
      if (isFull && !hasLeft()) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      if (isAllowed && performance.now() - lookedAt > LOOK_MS) {
        lookedAt = performance.now();
        // The reader sees that it is cut off, not complete.
        if (!(await isAllowed())) response.destroy();
      }
      return !hasLeft();
    },
    onClose: (listener) => void closed.then(listener),
    onlyWhile: (condition) => {
      isAllowed = condition;
    },
  };
}

/** A body that is made while it is sent: `pieces` are read as the client takes them, and no further if it leaves. */
export function streamText(pieces: AsyncIterable<string>, client: Client): ReadableStream<Uint8Array> {
  return streamChunks(toChunks(pieces), client);
}

/** A body sent to many clients without a copy for each. */
export function streamBytes(bytes: Uint8Array, client: Client): ReadableStream<Uint8Array> {
  return streamChunks(slices(bytes), client);
}

/** The bytes in chunks. */
export function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_SIZE)
    yield bytes.subarray(start, start + CHUNK_SIZE);
}

async function* toChunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_SIZE) continue;
    yield encoder.encode(chunk);
    chunk = "";
  }
  if (chunk !== "") yield encoder.encode(chunk);
}

/** A body of chunks that are made while it is sent. */
export function streamChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  client: Client,
): ReadableStream<Uint8Array> {
  // TypeScript's own ReadableStream has no `from` yet.
  return (ReadableStream as unknown as typeof import("node:stream/web").ReadableStream).from(
    whileTaken(chunks, client),
  ) as ReadableStream<Uint8Array>;
}

async function* whileTaken(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  client: Client,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (!(await client.isReady())) return;
    yield chunk;
  }
}
