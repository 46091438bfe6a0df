import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { counters, limitExpiry } from "./rate-limit-store.server";
import { signerFor } from "./signed-text.server";

/**
 * How many requests (`points`) one IP address may make in how many seconds (decisions, section 9): enough for a busy shop
 * behind one IP address.
 */
const LIMITS = {
  partRequest: { points: 20, duration: 3600 },
  // A row each, deleted after a day.
  partRequestDraft: { points: 200, duration: 600 },
  repairRequest: { points: 20, duration: 3600 },
  customerPage: { points: 20, duration: 3600 },
  arrivalAlert: { points: 20, duration: 3600 },
  vehicleInquiry: { points: 20, duration: 3600 },
  dataRequest: { points: 20, duration: 3600 },
  vinDecode: { points: 60, duration: 600 },
  signIn: { points: 50, duration: 600 },
  refresh: { points: 120, duration: 600 },
  // A lot of thirty cars with twenty pictures each.
  upload: { points: 600, duration: 3600 },
} as const;

/** How many messages one email address may be sent by forms where anyone can type it, so that nobody is flooded with them. */
const MAIL_LIMITS = {
  alertMail: { points: 3, duration: 86_400 },
  dataRequestMail: { points: 5, duration: 86_400 },
} as const;

export type RateLimitName = keyof typeof LIMITS;
export type RateLimitResult = { ok: true } | { ok: false; retryAfter: number };

const limiters = new Map<string, RateLimiterStoreAbstract>();

/**
 * Counts one request against a limit.
 * @returns ok, or `retryAfter` in whole seconds
 */
export function consumeRateLimit(name: RateLimitName, clientIp: string): Promise<RateLimitResult> {
  return consume(createRateLimiter(name, LIMITS[name]), clientKey(clientIp));
}

/**
 * Counts one message to an email address, whatever its case. The address is stored as a keyed hash.
 * @returns ok, or `retryAfter` in whole seconds
 */
export function consumeMailLimit(name: keyof typeof MAIL_LIMITS, email: string): Promise<RateLimitResult> {
  return consume(createRateLimiter(name, MAIL_LIMITS[name]), addresses.sign(email.toLowerCase()));
}

const addresses = signerFor("mail limit");

async function consume(limiter: RateLimiterStoreAbstract, key: string): Promise<RateLimitResult> {
  await limitDuration(limiter, key);
  try {
    await limiter.consume(key);
    return { ok: true };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { ok: false, retryAfter: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) };
  }
}

/** The key that a limit counts by: an IPv4 address, or the /64 of an IPv6 address, since one household has a whole /64. */
export function clientKey(clientIp: string): string {
  if (!ipaddr.isValid(clientIp)) return clientIp;
  const ip = ipaddr.process(clientIp);
  if (ip.kind() === "ipv4") return ip.toString();
  const network = [...ip.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)];
  return `${ipaddr.fromByteArray(network)}/64`;
}

/** The limiter of this name, shared by all processes: `points` requests in `duration` seconds. */
export function createRateLimiter(
  name: string,
  limit: { points: number; duration: number },
): RateLimiterStoreAbstract {
  const existing = limiters.get(name);
  if (existing) return existing;
  const limiter = counters.createLimiter({
    keyPrefix: name,
    // If the store cannot be written, each process counts in memory, so visitors are not rejected.
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, ...limit }),
    ...limit,
  });
  limiters.set(name, limiter);
  return limiter;
}

/** Makes sure that what is counted under this key ends within the limiter's duration, or `seconds`, whatever the clock did. */
export function limitDuration(
  limiter: RateLimiterStoreAbstract,
  key: string,
  seconds = limiter.duration,
): Promise<void> {
  return limitExpiry(limiter.getKey(key), seconds * 1000);
}
