import { Readable } from "node:stream";
import type { Request, Response } from "express";

/**
 * The request that Remix gets, with the body that `limitBody` has read. `Origin` is removed: our CSRF check is done, and
 * Remix's own check trusts X-Forwarded-Host and would reject our forms behind a proxy. The protocol is set here, because a
 * client can put another host and path in X-Forwarded-Proto.
 */
export function toRemixRequest(request: Request, response: Response): Request {
  const { origin: _checked, ...headers } = request.headers;
  const bytes: Buffer | undefined = response.locals.body;
  const body = Readable.from(bytes && bytes.length > 0 ? [bytes] : []);
  const { method, originalUrl, hostname } = request;
  const protocol = request.secure ? "https" : "http";
  const get = (name: string) => headers[name.toLowerCase()];
  return Object.assign(body, { method, originalUrl, protocol, hostname, headers, get }) as unknown as Request;
}
