import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import { config } from "~/config.server";
import { isCameraPage } from "./camera-pages";
import { routedPath } from "./routed-path.server";

const MAP_ORIGIN = "https://www.openstreetmap.org";
const DEVELOPMENT = config.NODE_ENV === "development";

/**
 * The Content-Security-Policy of a response. Everything comes from this site except the map's frame.
 * @param scriptHashes base64 SHA-256 of each inline script that the page may run
 * @param styleHashes the same of its inline styles
 * @param pathname of a page; those with the camera may compile the reader of barcodes, which is WebAssembly
 */
export function contentSecurityPolicy({
  scriptHashes = [],
  styleHashes = [],
  pathname = "",
}: {
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
  pathname?: string;
} = {}): string {
  return [
    "default-src 'self'",
    [
      "script-src 'self'",
      ...scriptHashes.map(hashSource),
      ...(isCameraPage(pathname) ? ["'wasm-unsafe-eval'"] : []),
    ].join(" "),
    // Vite's development client injects styles and uses a WebSocket.
    ["style-src 'self'", ...(DEVELOPMENT ? ["'unsafe-inline'"] : styleHashes.map(hashSource))].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    // <map-frame> asks whether the map can be reached.
    `connect-src 'self' ${MAP_ORIGIN}${DEVELOPMENT ? " ws:" : ""}`,
    `frame-src ${MAP_ORIGIN}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join(";");
}

function hashSource(hash: string): string {
  return `'sha256-${hash}'`;
}

const POLICY = "Content-Security-Policy";
const DEFAULT_POLICY = contentSecurityPolicy();

const SECURITY_HEADERS = new Map([
  [POLICY, DEFAULT_POLICY],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Origin-Agent-Cluster", "?1"],
  // A photo upload is a plain file field and needs no camera permission.
  ["Permissions-Policy", permissionsPolicy("()")],
  // With `no-referrer`, browsers send `Origin: null` with our own forms; OpenStreetMap also requires a referrer.
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["X-Permitted-Cross-Domain-Policies", "none"],
]);
if (config.PUBLIC_URL?.startsWith("https:"))
  SECURITY_HEADERS.set("Strict-Transport-Security", "max-age=31536000");

/** No page uses these features, except for the camera on pages that read a VIN. */
function permissionsPolicy(camera: "()" | "(self)"): string {
  return `accelerometer=(), camera=${camera}, display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()`;
}

/** Sets the security headers of every response. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeaders(SECURITY_HEADERS);
  if (isCameraPage(request.path)) response.setHeader("Permissions-Policy", permissionsPolicy("(self)"));
  response.setHeader("X-Request-Id", request.id);
  next();
}

/** Lets a page of Remix, which appends its headers to the response's, set its own content security policy. */
export function allowOwnPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.removeHeader(POLICY);
  onHeaders(response, () => {
    if (!response.hasHeader(POLICY)) response.setHeader(POLICY, DEFAULT_POLICY);
  });
  next();
}

const STAFF_PATH = /^\/(admin|login|logout|api\/admin|api\/auth)(\.data$|\/|$)/i;

/** Pages with a key in their query that opens a customer's request, or lets its holder choose a password. */
const CUSTOMER_PATH = /^\/(your-request|your-receipts|your-alert|choose-password|set-up)(\.data$|\/|$)/i;

/** Keeps sign-in, staff pages, their API and a customer's own page out of caches and search indexes: pages, their data and errors. */
export function noStorePrivateResponses(request: Request, response: Response, next: NextFunction): void {
  const path = decodedPath(request);
  const isCustomers = CUSTOMER_PATH.test(path);
  if (isCustomers || STAFF_PATH.test(path)) {
    onHeaders(response, () => {
      response.setHeader("Cache-Control", isCustomers ? "private, no-store" : "no-store");
      response.setHeader("X-Robots-Tag", "noindex");
      // No part of the address goes to another site. Not `no-referrer`, which makes browsers send `Origin: null` with the forms.
      if (isCustomers) response.setHeader("Referrer-Policy", "same-origin");
    });
  }
  next();
}

// Decoded and resolved, because Remix's router treats `/%61dmin` and `/x/../admin` as `/admin`.
function decodedPath(request: Request): string {
  try {
    return decodeURI(routedPath(request));
  } catch {
    return request.originalUrl;
  }
}
