import { write, writeSync } from "node:fs";
import { escapeInLines } from "~/values/terminal";

/** Lines are written in blocks, so that responses do not wait for the log. */
const BLOCK_BYTES = 4096;
const FLUSH_INTERVAL_MS = 500;
/** What waits while nothing can be written; more is dropped, and the site goes on without it. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** How long the process waits for a slow reader when it ends, a second in all. */
const EXIT_TRIES = 100;
const EXIT_PAUSE_MS = 10;

/**
 * A destination for pino that writes to a file descriptor. If that fails, as on a full disk, it tries again with the next lines. Pino's own
 * destination waits forever for the disk at exit, with the port still open.
 */
export function openLogOutput(descriptor: number): { write(line: string): void } {
  let waiting: string[] = [];
  let waitingBytes = 0;
  /** The block that is being written, until its last byte. */
  let block: Buffer = Buffer.alloc(0);
  let isWriting = false;

  const takeBlock = () => {
    if (block.length > 0) return;
    block = Buffer.from(waiting.join(""));
    waiting = [];
    waitingBytes = 0;
  };
  const flush = () => {
    if (isWriting) return;
    takeBlock();
    if (block.length === 0) return;
    isWriting = true;
    write(descriptor, block, (error, written) => {
      isWriting = false;
      if (error) return;
      block = block.subarray(written);
      if (block.length > 0 || waitingBytes >= BLOCK_BYTES) flush();
    });
  };

  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.once("exit", () => {
    // Including the block that is being written: a line twice is better than a line lost.
    for (let tries = 0; tries < EXIT_TRIES; ) {
      takeBlock();
      if (block.length === 0) return;
      try {
        block = block.subarray(writeSync(descriptor, block));
      } catch (error) {
        // A pipe whose reader is slow is full for a moment; anything else stays as it is.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
        tries += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_PAUSE_MS);
      }
    }
  });

  return {
    write(line) {
      if (waitingBytes >= MAX_WAITING_BYTES) return;
      // JSON doesn't escape some control characters, and anyone can send a path with them.
      const shown = escapeInLines(line);
      waiting.push(shown);
      waitingBytes += Buffer.byteLength(shown);
      if (waitingBytes >= BLOCK_BYTES) flush();
    },
  };
}
