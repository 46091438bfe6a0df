import pino from "pino";
import { config } from "../config.server";

/**
 * The log: one JSON line an event on standard output. What a customer typed, addresses and secrets never
 * go in (decisions, section 9); a path goes in without its query, which may hold a VIN or a name.
 */
export const log = pino({
  level: config.NODE_ENV === "test" ? "silent" : "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
