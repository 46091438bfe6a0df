import { type ChildProcess, fork } from "node:child_process";
import type { Metadata } from "sharp";
import { inProgram } from "~/program.server";

/*
 * Pictures are decoded in separate processes (scripts/decode-picture.mjs), one at a time each: a file of a few kilobytes can keep a decoder
 * busy for minutes or take gigabytes, which only the end of its process ends, and nobody else waits for it.
 */

/** What a picture's header says. */
export interface Look extends Pick<Metadata, "format" | "width" | "height" | "hasAlpha"> {
  /** Its color profile is not one that a camera writes, and is left out. */
  ignoreIcc: boolean;
}

/** Upright sRGB pixels, ready to be encoded in each width. */
export interface Pixels {
  data: Uint8Array;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

interface Decoder {
  /** @throws Error if the bytes are no picture */
  look(bytes: Uint8Array): Promise<Look>;
  /**
   * Decodes all of it, in a box of so many pixels and never enlarged.
   * @throws Error if the bytes are incomplete
   */
  decode(
    bytes: Uint8Array,
    how: { maxPixels: number; ignoreIcc: boolean; box: { width: number; height: number } },
  ): Promise<Pixels>;
}

/** Thrown where a picture takes longer or more memory than any that a camera makes, or ends its decoder in another way. */
export class DecoderEnded extends Error {}

/** 50 megapixels take a second or two, and a small machine that is busy several times that. */
const LIMIT_MS = 20_000;
/** The start of one takes a fifth of a second, so it waits for the next picture of the same form. */
const IDLE_MS = 10_000;

/** Those that wait, with what ends each. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Lends a decoder, for one picture.
 * @param limitMs how long all of it may take
 * @throws DecoderEnded
 */
export async function withDecoder<Result>(
  use: (decoder: Decoder) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  const child = takeIdle() ?? start();
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  try {
    return await use({
      look: (bytes) => ask<Look>(child, { do: "look", bytes }),
      decode: (bytes, how) => ask<Pixels>(child, { do: "decode", bytes, ...how }),
    });
  } finally {
    clearTimeout(limit);
    if (!hasEnded(child)) keep(child);
  }
}

/** It may have ended itself, too, and a picture may be done in the moment of its limit. */
function hasEnded({ killed, exitCode, signalCode }: ChildProcess): boolean {
  return killed || exitCode !== null || signalCode !== null;
}

function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
    };
    const onMessage = ({ answer, problem }: { answer: Answer; problem?: string }) => {
      leave();
      if (problem === undefined) resolve(answer);
      else reject(new Error(problem));
    };
    const onEnd = () => {
      leave();
      reject(new DecoderEnded("The picture decoder has ended."));
    };
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    child.send(question, (error) => error && onEnd());
  });
}

function start(): ChildProcess {
  const child = fork(inProgram("scripts", "decode-picture.mjs"), {
    // Bytes arrive as bytes.
    serialization: "advanced",
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // It needs none of the site's secrets. Without a limit libvips' threads keep an arena of memory each.
    env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" },
  });
  child.once("exit", () => forget(child));
  // The caller gets the error.
  child.on("error", () => {});
  return child;
}

function takeIdle(): ChildProcess | undefined {
  const [child] = idle.keys();
  if (!child) return undefined;
  forget(child);
  child.ref();
  child.channel?.ref();
  return child;
}

/** Keeps it for the next picture, unless nothing else is to be done here. */
function keep(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => {
    forget(child);
    child.disconnect();
  }, IDLE_MS);
  idle.set(child, end.unref());
}

function forget(child: ChildProcess): void {
  clearTimeout(idle.get(child));
  idle.delete(child);
}
