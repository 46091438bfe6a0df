import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { log } from "~/http/log.server";
import { setPictureHeaders } from "~/http/static-files.server";
import type { Bucket } from "./bucket.server";
import { pictureFiles, pictureType } from "./picture";

/** What a browser asks for besides the picture itself: a part of it, or whether it has changed. */
const PASSED_ON = ["range", "if-range", "if-none-match", "if-modified-since"] as const;
const PASSED_BACK = ["Content-Length", "Content-Range", "ETag", "Last-Modified"] as const;

/** A visitor who takes nothing for so long, or a bucket that sends nothing, loses the connection. */
const IDLE_MS = 60_000;
const RETRY_SECONDS = 5;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the pictures below its path from a bucket, as a stream. A picture that is not there goes to the next handler; 503 if the
 * bucket does not answer.
 */
export function servePictures(bucket: Bucket): RequestHandler {
  return async (request, response, next) => {
    const { method } = request;
    const [, publicId = "", file = ""] = /^\/([^/]+)\/([^/]+)$/.exec(request.path) ?? [];
    if ((method !== "GET" && method !== "HEAD") || !pictureFiles(publicId).includes(file)) return next();
    try {
      await streamPicture(bucket, `${publicId}/${file}`, { request, response, next });
    } catch (error) {
      // The visitor left, or the response has started and is cut short.
      if (response.destroyed) return;
      log.error({ error }, "serving a picture failed");
      if (response.headersSent) response.destroy();
      else sendUnavailable(response);
    }
  };
}

interface Handling {
  request: Request;
  response: Response;
  next: NextFunction;
}

async function streamPicture(
  bucket: Bucket,
  key: string,
  { request, response, next }: Handling,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  const picture = await bucket.open(key, { method, headers, signal: left.signal });
  if (picture.status === 404) {
    await picture.body?.cancel();
    return next();
  }
  response.status(picture.status);
  response.setHeader("Accept-Ranges", "bytes");
  if (picture.status !== 416)
    response.setHeader("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
  setPictureHeaders(response, key);
  for (const name of PASSED_BACK) {
    const value = picture.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  if (picture.status === 416 || picture.status === 304) {
    await picture.body?.cancel();
    response.removeHeader("Content-Length");
    response.end();
    return;
  }
  response.setHeader("Content-Type", pictureType(key));
  if (method === "HEAD" || !picture.body) {
    response.end();
    return;
  }
  response.setTimeout(IDLE_MS, () => response.destroy());
  await pipeline(Readable.fromWeb(picture.body as ReadableStream), response);
}

function sendUnavailable(response: Response): void {
  response.status(503).setHeader("Retry-After", RETRY_SECONDS);
  response.setHeader("Cache-Control", "no-store");
  response.type("text/plain").send("The photos can't be reached right now.\n");
}
