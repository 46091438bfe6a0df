import { readFileSync } from "node:fs";
import type { Served } from "../support/process";
import { BROWSER_ENCODINGS } from "./captured";

/** What of autocannon is used here; the package is there where a bench has run, not where types are checked. */
type Autocannon = (options: {
  url: string;
  connections: number;
  duration: number;
  headers: Record<string, string>;
}) => Promise<{
  requests: { total: number };
  errors: number;
  timeouts: number;
  statusCodeStats: Record<string, { count: number }>;
}>;

const AUTOCANNON: string = "autocannon";
const WARM_UP_SECONDS = 2;
/** Jiffies in a second, as Linux counts them for `/proc` on every machine that Node runs on. */
const CLOCK_TICKS = 100;

/** What is asked of a server, how long, and by how many at once. */
export interface Question {
  path: string;
  headers?: Record<string, string>;
  /** The one status that every answer must have. */
  status: number;
}

export interface LoadOptions {
  seconds: number;
  connections: number;
  warmUp: boolean;
}

/** What one round of load came to; times are in seconds. */
export interface Round {
  answers: number;
  clock: number;
  /** How long the server had its core, in the program and in the kernel; unknown where there is no `/proc`. */
  core: number | undefined;
  /** For each answer, the change of data before it, which is not the server's own work (see touch.mjs). */
  touch: number;
}

/** Puts a server under load; fails where any answer is not the one that was asked for. */
export async function load(server: Served, question: Question, options: LoadOptions): Promise<Round> {
  const { default: autocannon } = (await import(AUTOCANNON)) as { default: Autocannon };
  const fire = (duration: number) =>
    autocannon({
      url: server.url + question.path,
      connections: options.connections,
      duration,
      headers: { "accept-encoding": BROWSER_ENCODINGS, ...question.headers },
    });
  if (options.warmUp) await fire(WARM_UP_SECONDS);
  await touchTime(server);
  const before = { core: coreSeconds(server), clock: performance.now() };
  const result = await fire(options.seconds);
  const core = coreSeconds(server) - before.core;
  const clock = (performance.now() - before.clock) / 1000;
  const wrong = Object.keys(result.statusCodeStats).filter((status) => Number(status) !== question.status);
  if (result.errors + result.timeouts + wrong.length > 0) {
    throw new Error(
      `${server.url}${question.path}: ${result.errors} errors, ${result.timeouts} timeouts, status ${wrong.join()}`,
    );
  }
  return {
    answers: result.requests.total,
    clock,
    core: Number.isNaN(core) ? undefined : core,
    touch: await touchTime(server),
  };
}

/** The median of the changes since it was last asked, and 0 for a server that changes nothing. */
async function touchTime({ child, touches }: Served): Promise<number> {
  if (!touches) return 0;
  const told = new Promise<{ milliseconds: number }>((resolve) => child.once("message", resolve));
  child.send("touches?");
  return (await told).milliseconds / 1000;
}

function coreSeconds({ child }: Served): number {
  try {
    // The name, in brackets, may hold a blank; after it come state, and at 11 and 12 the time in the program and the kernel.
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return Number.NaN;
  }
}
