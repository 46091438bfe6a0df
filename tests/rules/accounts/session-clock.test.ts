import { describe, expect, it } from "vitest";
import {
  countdownSeconds,
  formatCountdown,
  isActivityDue,
  isExpired,
  phaseAt,
  readClaims,
  refreshDelay,
  secondsUntil,
  shouldWarnOnLoad,
  spokenCountdown,
} from "~/accounts/session-clock";
import { refreshSession } from "~/api/client/session";
import { fetchOf, text } from "../../support/client";

const ACTIVITY_THROTTLE_MS = 5_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.parse("2026-11-21T12:00:00Z");

/** A token of these claims, signed by nobody. */
function tokenOf(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.signature`;
}

describe("a token's claims", () => {
  it("are read, with moments in milliseconds", () => {
    const token = tokenOf({ exp: 1_800, iat: 0, sid: "session", sub: "staff" });
    expect(readClaims(token)).toEqual({
      expiresAt: 1_800_000,
      issuedAt: 0,
      sessionId: "session",
      userId: "staff",
    });
  });

  it("are read whatever letters a name has", () => {
    expect(readClaims(tokenOf({ exp: 5, username: "Zoë 你好 ÿþ?>" }))?.expiresAt).toBe(5_000);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty text", ""],
    ["words", "not a token"],
    ["parts that are no base64", "a.%%%.c"],
    ["a payload that is no JSON", `a.${Buffer.from("{oops").toString("base64url")}.c`],
    ["a payload that is no object", tokenOf(12)],
    ["an empty payload", tokenOf(null)],
    ["no expiry", tokenOf({ iat: 5 })],
    ["an expiry in words", tokenOf({ exp: "soon" })],
  ])("cannot be read from %s, which counts as expired", (_name, token) => {
    const claims = readClaims(token);
    expect(claims).toBeUndefined();
    expect(isExpired(claims?.expiresAt, NOW)).toBe(true);
  });
});

describe("a token of half an hour", () => {
  const expiresAt = NOW + 30 * MINUTE;
  const minutes = Array.from({ length: 33 }, (_, minute) => minute);

  it.each(minutes)("at minute %i", (minute) => {
    const now = NOW + minute * MINUTE;
    expect(isExpired(expiresAt, now)).toBe(minute >= 30);
    expect(refreshDelay(expiresAt, now)).toBe(minute < 25 ? (25 - minute) * MINUTE : SECOND);
    expect(countdownSeconds(expiresAt, NOW, now)).toBe(Math.max(0, 30 - minute) * 60);
    expect(shouldWarnOnLoad(expiresAt, now)).toBe(minute > 17 && minute < 29);
  });

  it("is expiring from 300 seconds on, to the millisecond: new, it is then used to its end", () => {
    expect(refreshDelay(expiresAt, expiresAt - 300_001, { isNew: true })).toBe(SECOND);
    expect(refreshDelay(expiresAt, expiresAt - 300_000, { isNew: true })).toBe(5 * MINUTE);
    expect(isExpired(expiresAt, expiresAt - 1)).toBe(false);
    expect(isExpired(expiresAt, expiresAt)).toBe(true);
  });

  it("is warned of on load between 13 minutes and one, both excluded", () => {
    expect(shouldWarnOnLoad(expiresAt, expiresAt - 780_000)).toBe(false);
    expect(shouldWarnOnLoad(expiresAt, expiresAt - 779_999)).toBe(true);
    expect(shouldWarnOnLoad(expiresAt, expiresAt - 60_001)).toBe(true);
    expect(shouldWarnOnLoad(expiresAt, expiresAt - 60_000)).toBe(false);
  });
});

describe("the wait for the next refresh", () => {
  it("is at least a second and at most half an hour", () => {
    expect(refreshDelay(NOW + 5 * MINUTE + 400, NOW)).toBe(SECOND);
    expect(refreshDelay(NOW - HOUR, NOW)).toBe(SECOND);
    expect(refreshDelay(NOW + 34 * MINUTE, NOW)).toBe(29 * MINUTE);
    expect(refreshDelay(NOW + 12 * HOUR, NOW)).toBe(30 * MINUTE);
  });

  it("lasts until the expiry where a new token is expiring already: the session is near its last end", () => {
    const end = NOW + 4 * MINUTE;
    expect(refreshDelay(end, NOW)).toBe(SECOND);
    expect(refreshDelay(end, NOW, { isNew: true })).toBe(4 * MINUTE);
    expect(refreshDelay(end, end, { isNew: true })).toBe(SECOND);
    expect(refreshDelay(NOW + 30 * MINUTE, NOW, { isNew: true })).toBe(25 * MINUTE);
  });
});

describe("without activity", () => {
  it.each(Array.from({ length: 17 }, (_, minute) => minute))("at minute %i", (minute) => {
    const standing = phaseAt(NOW, NOW + minute * MINUTE);
    if (minute < 13) expect(standing).toEqual({ state: "open" });
    else if (minute < 15) expect(standing).toEqual({ state: "warning", secondsLeft: (15 - minute) * 60 });
    else expect(standing).toEqual({ state: "over" });
  });

  it("warning and end come to the millisecond", () => {
    expect(phaseAt(NOW, NOW + 779_999)).toEqual({ state: "open" });
    expect(phaseAt(NOW, NOW + 780_000)).toEqual({ state: "warning", secondsLeft: 120 });
    expect(phaseAt(NOW, NOW + 899_999)).toEqual({ state: "warning", secondsLeft: 1 });
    expect(phaseAt(NOW, NOW + 900_000)).toEqual({ state: "over" });
  });

  it("who looks hours late, after a laptop slept, finds the session over and is not warned", () => {
    expect(phaseAt(NOW, NOW + 8 * HOUR)).toEqual({ state: "over" });
  });

  it("a clock that went back has seen nothing happen yet", () => {
    expect(phaseAt(NOW, NOW - HOUR)).toEqual({ state: "open" });
  });
});

describe("activity", () => {
  it("counts once in five seconds", () => {
    expect(isActivityDue(NOW, NOW + ACTIVITY_THROTTLE_MS - 1)).toBe(false);
    expect(isActivityDue(NOW, NOW + ACTIVITY_THROTTLE_MS)).toBe(true);
  });

  it("counts at once after the clock went back", () => {
    expect(isActivityDue(NOW, NOW - 1)).toBe(true);
  });
});

describe("the countdown", () => {
  it.each([
    [120, "2:00"],
    [119, "1:59"],
    [60, "1:00"],
    [9, "0:09"],
    [0, "0:00"],
    [1_800, "30:00"],
    [6_000, "100:00"],
  ])("%i seconds are %s in the warning and in the bar", (seconds, shown) => {
    expect(formatCountdown(seconds)).toBe(shown);
  });

  it("starts from 1800 seconds where no expiry is known", () => {
    expect(countdownSeconds(undefined, NOW, NOW)).toBe(1_800);
    expect(countdownSeconds(undefined, NOW, NOW + 90 * SECOND)).toBe(1_710);
  });

  it("counts a begun second, and ends at none", () => {
    expect(secondsUntil(NOW + 1, NOW)).toBe(1);
    expect(secondsUntil(NOW, NOW)).toBe(0);
    expect(secondsUntil(NOW - HOUR, NOW)).toBe(0);
  });

  it("is spoken three times in two minutes", () => {
    const spoken = Array.from({ length: 121 }, (_, at) => spokenCountdown(120 - at));
    const said = spoken.filter((words, at) => words !== spoken[at - 1]);
    expect(said).toEqual(["", "1 minute left", "30 seconds left", "10 seconds left"]);
    expect([spokenCountdown(60), spokenCountdown(30), spokenCountdown(10)]).toEqual(said.slice(1));
  });
});

describe("after a 429", () => {
  /** How long a refresh waits that is answered with this `retryAfter`, in JSON. */
  async function waitAfter(retryAfter: string): Promise<number | undefined> {
    const refreshed = await refreshSession(fetchOf(text(`{"retryAfter": ${retryAfter}}`, 429)));
    return "retryAfter" in refreshed ? refreshed.retryAfter : undefined;
  }

  it.each([
    ["30", 30],
    ['"45"', 45],
    ["0.2", 1],
    ["0", 1],
    ["null", 60],
    ['"soon"', 60],
    ["-5", 60],
    ["1e999", 60],
    ["{}", 60],
  ])("retryAfter %s waits %i seconds", async (retryAfter, seconds) => {
    expect(await waitAfter(retryAfter)).toBe(seconds);
  });

  it("waits no longer than a timer can count", async () => {
    expect(((await waitAfter("1e12")) ?? 0) * 1_000).toBeLessThan(2 ** 31);
  });
});
