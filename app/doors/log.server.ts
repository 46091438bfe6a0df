import pino from "pino";
import { config } from "../config.server";

/**
 * The log: one JSON line an event on standard output. What a customer typed, addresses and secrets never
 * go in (decisions, section 9); a path goes in without its query, which may hold a VIN or a name.
 */
export const log = pino(
  {
    level: config.NODE_ENV === "test" ? "silent" : "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  // No answer waits for its line; what is left is written when the process ends.
  pino.destination({ dest: 1, sync: false }),
);

/** What the log tells of who may come in (docs/operations.md lists them). */
export type SecurityEvent =
  | "account-made"
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-refused"
  | "locked"
  | "logout"
  | "token-refused"
  | "staff-change";

/** Who and why, as far as that is known; the line of the request with the same id says where. */
export interface SecurityDetails {
  requestId?: string | undefined;
  /** The account's id. The name that was typed never goes in: people type a password there by mistake. */
  administratorId?: string | undefined;
  reason?: string;
  minutes?: number;
}

const TROUBLE: ReadonlySet<SecurityEvent> = new Set([
  "sign-in-failed",
  "sign-in-refused",
  "locked",
  "token-refused",
]);

/** Logs an event of security; one that may be an attack is a warning. */
export function logSecurity(event: SecurityEvent, details: SecurityDetails): void {
  log[TROUBLE.has(event) ? "warn" : "info"]({ event, ...details });
}
