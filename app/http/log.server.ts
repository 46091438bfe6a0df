import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import pino from "pino";
import { config } from "~/config.server";
import { noteError } from "./error-journal.server";
import { openLogOutput } from "./log-output.server";
import { serializeError } from "./logged-error";

declare module "node:http" {
  interface IncomingMessage {
    /** Identifies this request in the log and in the `X-Request-Id` header. */
    id: string;
  }
}

/**
 * The log: one JSON line per event on standard output. Never log customer input, IP addresses or secrets,
 * and log a path without its query, which may contain a VIN or a name. Log errors whole:
 * `log.error({ error }, "what failed")`.
 */
export const log = pino(
  {
    level: config.NODE_ENV === "test" ? "silent" : "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: serializeError },
    hooks: {
      // In addition to the log, for the staff's page "This Machine": what failed, without any data.
      logMethod(args, method, level) {
        if (level >= ERROR_LEVEL) noteError(toNoted(args));
        method.apply(this, args);
      },
    },
  },
  openLogOutput(1),
);

/** pino's number of `error`. */
const ERROR_LEVEL = 50;

function toNoted([details, what]: unknown[]): { what: string; code?: string | undefined } {
  const { error, job } = (typeof details === "object" && details !== null ? details : {}) as {
    error?: { code?: unknown; name?: unknown };
    job?: unknown;
  };
  const text = typeof what === "string" ? what : String(details);
  const code = error?.code ?? error?.name;
  return {
    what: typeof job === "string" ? `${text}: ${job}` : text,
    code: code === undefined ? undefined : String(code),
  };
}

/** Gives each request an id and logs its response. */
export function logRequest(request: Request, response: Response, next: NextFunction): void {
  request.id = randomUUID();
  const started = performance.now();
  response.once("close", () => {
    log.info({
      requestId: request.id,
      method: request.method,
      path: loggedPath(request.originalUrl),
      status: response.statusCode,
      ms: performance.now() - started,
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
  next();
}

/** A path as logged: without its query, and without the key in a feed's address, in any spelling. */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  const clear = decoded(path);
  const end = clear.search(/feeds/i) + "feeds".length;
  const below = clear.slice(end);
  if (end < "feeds".length || below === "" || FILE_AT_END.exec(below)?.index === 0) return path.slice(0, 200);
  return `${clear.slice(0, end)}/[key]${FILE_AT_END.exec(below)?.[0] ?? ""}`.slice(0, 200);
}

/** The name of a file at the end of a path, which is no key: `/salvage.txt`. */
const FILE_AT_END = /\/[a-z-]{1,20}\.[a-z]{1,4}$/;

/** More levels of escaping than any working address has. */
const MOST_DECODED = 4;

/** Decodes each `%66`, also one that is itself escaped. */
function decoded(path: string): string {
  let clear = path;
  for (let times = 0; times < MOST_DECODED; times++)
    clear = clear.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return clear;
}

/** Authentication and authorization events (listed in docs/operations.md). */
type SecurityEvent =
  | "account-created"
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-rejected"
  | "locked"
  | "logout"
  | "password-changed"
  | "second-factor-changed"
  | "sessions-ended"
  | "token-rejected"
  | "staff-change"
  | "backup-download"
  | "backup-deleted";

/** Who and why, as far as known; the request's own line has the path. */
interface SecurityDetails {
  requestId?: string | undefined;
  /** The account's id. The typed username is never logged, because people type passwords there by mistake. */
  administratorId?: string | undefined;
  reason?: string;
  /** How long the account is locked. */
  minutes?: number;
}

const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  "sign-in-failed",
  "sign-in-rejected",
  "locked",
  "token-rejected",
]);

/** Logs a security event, as a warning if it may be an attack. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails): void {
  log[WARNINGS.has(event) ? "warn" : "info"]({ event, ...details });
}
