import { mkdirSync } from "node:fs";
import { isIPv6 } from "node:net";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";
import { config } from "../config.server";

/**
 * What one client address may do, in requests per so many seconds (decisions, section 9): generous enough
 * for a person and for a busy shop behind one address, kept in the database where several processes share it.
 */
const LIMITS = {
  partRequest: { points: 20, duration: 3600 },
  repairRequest: { points: 20, duration: 3600 },
  dataRequest: { points: 20, duration: 3600 },
  vinDecode: { points: 60, duration: 600 },
  signIn: { points: 50, duration: 600 },
  refresh: { points: 120, duration: 600 },
  upload: { points: 120, duration: 3600 },
} as const;

export type Limited = keyof typeof LIMITS;
export type LimitAnswer = { ok: true } | { ok: false; retryAfter: number };

// A file of its own: the limiter opens transactions itself, which must not meet those of the site's database.
mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
const counters = new SqliteDatabase(path.join(config.DATA_DIR, "limits.db"));
counters.pragma("journal_mode = WAL");
counters.pragma("synchronous = NORMAL");
counters.pragma("busy_timeout = 2000");

const limiters = new Map<string, Promise<RateLimiterSQLite>>();

/**
 * Counts one more request of `what` from this address.
 * @returns ok, or the whole seconds until the next is welcome
 */
export async function countRequest(what: Limited, clientAddress: string): Promise<LimitAnswer> {
  const limiter = await sharedLimiter(what, LIMITS[what]);
  try {
    await limiter.consume(addressKey(clientAddress));
    return { ok: true };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { ok: false, retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}

/** One household or shop holds a whole /64 of IPv6, so the limit counts that. */
export function addressKey(clientAddress: string): string {
  const mapped = clientAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(mapped)) return mapped;
  const [head = "", tail] = mapped.split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const middle = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = tail === undefined ? left : [...left, ...middle, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":")}::/64`;
}

/**
 * The counter of this name, kept where several processes share it: `points` in `duration` seconds, then no more.
 */
export function sharedLimiter(
  name: string,
  limit: { points: number; duration: number },
): Promise<RateLimiterSQLite> {
  const known = limiters.get(name);
  if (known) return known;
  const made = new Promise<RateLimiterSQLite>((resolve, reject) => {
    const limiter: RateLimiterSQLite = new RateLimiterSQLite(
      {
        storeClient: counters,
        storeType: "better-sqlite3",
        tableName: "rateLimits",
        keyPrefix: name,
        clearExpiredByTimeout: true,
        // Where the file cannot be written, each process counts for itself: no visitor is turned away for it.
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, ...limit }),
        ...limit,
      },
      (error?: Error) => (error ? reject(error) : resolve(limiter)),
    );
  });
  limiters.set(name, made);
  return made;
}
