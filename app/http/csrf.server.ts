import type { NextFunction, Request, Response } from "express";
import { config } from "~/config.server";
import { SESSION_COOKIE } from "./cookie.server";
import { sendError } from "./error-response.server";

/** Rejects a write request that may have been sent by another site (CSRF). */
export function rejectCrossSiteWrites(request: Request, response: Response, next: NextFunction): void {
  if (isCrossSiteWrite(request, config.PUBLIC_URL)) {
    sendError(request, response, 403, "This request came from another site and was rejected.");
    return;
  }
  next();
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True if another site may have sent a write request. `Sec-Fetch-Site` decides, or else `Origin`, or else `Referer`, the only one of the
 * three that Lynx, w3m and Links send. Without any of them, a session cookie is accepted only with a JSON body, because a form on another
 * site cannot send JSON.
 * @param ownOrigin this site's public URL (PUBLIC_URL), if known
 */
function isCrossSiteWrite({ method, headers }: CsrfRequest, ownOrigin?: string): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const fetchSite = headers["sec-fetch-site"];
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  if (headers.origin !== undefined) return !isOwnOrigin(headers.origin, headers.host, ownOrigin);
  if (headers.referer) return !isOwnOrigin(originOf(headers.referer), headers.host, ownOrigin);
  return hasSessionCookie(headers.cookie) && !isJson(headers["content-type"]);
}

type CsrfRequest = Pick<Request, "method" | "headers">;

/** True if the Content-Type is JSON, with or without parameters. */
export function isJson(contentType: string | undefined): boolean {
  return mediaType(contentType) === "application/json";
}

/** The media type without parameters, in lowercase: `text/html; charset=utf-8` → `text/html`. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

// Other cookies, such as a toast's, grant no rights.
function hasSessionCookie(cookies = ""): boolean {
  return cookies.split(";").some((cookie) => cookie.trim().startsWith(`${SESSION_COOKIE}=`));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function isOwnOrigin(origin: string, host: string | undefined, ownOrigin: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  if (origin === ownOrigin) return true;
  const sender = new URL(origin).host;
  // Our host over another scheme: a page sent without https may have been changed on the network.
  if (ownOrigin !== undefined && sender === new URL(ownOrigin).host) return false;
  // Without PUBLIC_URL, as on a local network, Host is compared, because a page cannot make a browser forge it.
  return host !== undefined && sender === host.toLowerCase();
}
