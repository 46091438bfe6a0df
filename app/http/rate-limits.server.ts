import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import { counters, limitExpiry } from "./rate-limit-store.server";

/**
 * How many requests (`points`) one IP address, or account, may make in how many seconds: enough for a busy shop
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
  offeredCar: { points: 20, duration: 3600 },
  // Eight of each car, and as many again where a form comes back: 160 MB a day at most.
  offeredCarPhoto: { points: 160, duration: 86_400 },
  dataRequest: { points: 20, duration: 3600 },
  // Per account, if someone is signed in.
  vinDecode: { points: 60, duration: 600 },
  signIn: { points: 50, duration: 600 },
  // These try no passwords: counted apart, they shut nobody out of signing in. A passkey that signs in takes two.
  passkeySignIn: { points: 300, duration: 600 },
  choosePassword: { points: 300, duration: 600 },
  // Per session.
  confirmPassword: { points: 50, duration: 600 },
  // Per session, if there is one.
  refresh: { points: 120, duration: 600 },
  // Each opens a connection to any server that the settings name.
  mailTest: { points: 20, duration: 600 },
  // Each asks the repository.
  updateCheck: { points: 20, duration: 600 },
  // Each mails the previous address, which may be anyone's.
  accountEmail: { points: 10, duration: 3600 },
  // Each of these is mailed to the account's address.
  passwordChange: { points: 10, duration: 3600 },
  secondFactorChange: { points: 30, duration: 3600 },
  newApiToken: { points: 30, duration: 3600 },
  // Each may be mailed to anybody's address, and an account that was added can't be removed in the browser.
  invitation: { points: 30, duration: 3600 },
  mailedLink: { points: 30, duration: 3600 },
  // The address before is written to each time, and may be anybody's.
  businessSettings: { points: 30, duration: 3600 },
  // A lot of thirty cars with twenty pictures each.
  upload: { points: 600, duration: 3600 },
} as const;

export type RateLimitName = keyof typeof LIMITS;
type RateLimitResult = { ok: true } | { ok: false; retryAfter: number };

const limiters = new Map<string, RateLimiterStoreAbstract>();

/** Who a limit counts: an IP address, or an account or session for what can be done from anywhere. */
export type LimitedClient = string | { id: string };

/**
 * Counts one request against a limit.
 * @returns ok, or `retryAfter` in whole seconds
 */
export async function consumeRateLimit(name: RateLimitName, client: LimitedClient): Promise<RateLimitResult> {
  const limiter = createRateLimiter(name, LIMITS[name]);
  const key = limitKey(client);
  await limitDuration(limiter, key);
  try {
    await limiter.consume(key);
    return { ok: true };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return { ok: false, retryAfter: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) };
  }
}

/** The key that a limit counts by. */
export function limitKey(client: LimitedClient): string {
  return typeof client === "string" ? clientKey(client) : client.id;
}

/** What a limit counts by if a client's address isn't known. */
const NOBODY = "unknown";

/**
 * The key of an IP address: an IPv4 address, or the /64 of an IPv6 address, since one household has a whole /64. A port is
 * left out, which some proxies report with the address. All that report no address at all are one client.
 */
export function clientKey(clientIp: string): string {
  return clientKeys(clientIp)[0] ?? NOBODY;
}

/** What `clientKey` is a part of and one provider gives one customer: the /48 of an IPv6 address. */
export function networkKey(clientIp: string): string {
  return clientKeys(clientIp).at(-1) ?? NOBODY;
}

/** Everything that one customer of a provider may have, smallest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address. */
export function clientKeys(clientIp: string): string[] {
  const address = withoutPort(clientIp);
  // Stricter than ipaddr.js, which takes `1` for 0.0.0.1.
  if (!isIP(address)) return [NOBODY];
  const ip = ipaddr.process(address);
  if (ip.kind() === "ipv4") return [ip.toString()];
  return [64, 56, 48].map((bits) => {
    const network = ip.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(network)}/${bits}`;
  });
}

/** `203.0.113.9:4711` and `[2001:db8::1]:4711` without the port. */
function withoutPort(clientIp: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(clientIp) ?? [];
  return ipv6 ?? ipv4 ?? clientIp;
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

/** Makes sure that the count under this key ends within the limiter's duration, or `seconds`, even if the clock was changed. */
export function limitDuration(
  limiter: RateLimiterStoreAbstract,
  key: string,
  seconds = limiter.duration,
): Promise<void> {
  return limitExpiry(limiter.getKey(key), seconds * 1000);
}
