import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import onHeaders from "on-headers";
import { config } from "../config.server";

/**
 * Security headers of every answer (decisions, section 9). Scripts, pictures and styles are our own files,
 * none stands in a page itself, so that a page may be kept and sent again; the one foreign thing in a page is the map's frame.
 */
const policies = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      // Vite's development client injects styles and talks over a websocket.
      "script-src": ["'self'"],
      "style-src": config.NODE_ENV === "development" ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "connect-src": config.NODE_ENV === "development" ? ["'self'", "ws:"] : ["'self'"],
      "frame-src": ["https://www.openstreetmap.org"],
      "frame-ancestors": ["'none'"],
      "form-action": ["'self'"],
      "base-uri": ["'none'"],
      "object-src": ["'none'"],
    },
  },
  strictTransportSecurity: config.PUBLIC_URL?.startsWith("https:")
    ? { maxAge: 31_536_000, includeSubDomains: false }
    : false,
  // `no-referrer` would make browsers send `Origin: null` with our own forms, and OpenStreetMap asks for a referrer.
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  xFrameOptions: { action: "deny" },
  // The map is a cross-origin frame without the header this one asks for.
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: "same-origin" },
});

/** What no page of this site uses; a phone's camera for uploads is a file field, not this. */
const PERMISSIONS_POLICY =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/** The headers of every answer, worked out once: none of them depends on the request. */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["Permissions-Policy", PERMISSIONS_POLICY],
  ...setBy(policies),
];

/** Sets them, and the number that the log knows the request by. */
export function securityHeaders({ id }: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader("X-Request-Id", id);
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
  next();
}

/** What a middleware sets, without an answer to set it on. */
function setBy(middleware: typeof policies): [string, string][] {
  const set: [string, string][] = [];
  const answer = { setHeader: (name: string, value: string) => set.push([name, value]), removeHeader() {} };
  middleware({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return set;
}

const STAFF_ADDRESS = /^\/(admin|login|logout|api\/admin|api\/auth)(\.data$|\/|$)/i;

/** Sign-in, staff pages and their API leave nothing in any cache (decisions, section 9) or search index, whatever answers. */
export function keepStaffAnswers(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (STAFF_ADDRESS.test(pathOf(request))) {
    onHeaders(response, () => {
      response.setHeader("Cache-Control", "no-store");
      response.setHeader("X-Robots-Tag", "noindex");
    });
  }
  next();
}

// The router takes `/%61dmin` and `/x/../admin` for `/admin`.
function pathOf({ url = "/" }: IncomingMessage): string {
  try {
    return decodeURI(new URL(`http://site.invalid${url}`).pathname);
  } catch {
    return url;
  }
}
