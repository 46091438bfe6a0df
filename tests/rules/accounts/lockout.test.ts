import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lockedMessage, lockMinutesAfter, stillLockedMessage } from "~/accounts/lockout";
import { listCounterKeys } from "../../support/database";

type Lockout = typeof import("~/accounts/lockout.server");

const START = new Date("2026-11-21T12:00:00Z");
let lockout: Lockout;
let names = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  lockout = await import("~/accounts/lockout.server");
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the steps", () => {
  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 15],
    [6, 15],
    [500, 15],
  ])("%i failures lock for %i minutes", (failures, minutes) => {
    expect(lockMinutesAfter(failures)).toBe(minutes);
  });

  test("are said in minutes, rounded up", () => {
    expect(lockedMessage(1)).toBe("Too many failed attempts. Account locked for 1 minute.");
    expect(lockedMessage(15)).toBe("Too many failed attempts. Account locked for 15 minutes.");
    expect(stillLockedMessage(0.2)).toBe("Too many failed attempts. Please try again in 1 minute(s).");
    expect(stillLockedMessage(60)).toBe("Too many failed attempts. Please try again in 1 minute(s).");
    expect(stillLockedMessage(61)).toBe("Too many failed attempts. Please try again in 2 minute(s).");
    expect(stillLockedMessage(900)).toBe("Too many failed attempts. Please try again in 15 minute(s).");
  });
});

describe("the lock", () => {
  test("comes with the third failure, goes after a minute, and the failures stay counted", async () => {
    const ann = attempt();
    expect(await minutesOf(ann)).toEqual([0, 0, 1]);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(60);
    pass(59_000);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(1);
    pass(1_000);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(0);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 1 });
    pass(60_000);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 15 });
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(900);
    pass(899_000);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(1);
    pass(1_000);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 15 });
  });

  test("turns away whoever comes while it holds, and does not count them", async () => {
    const ann = attempt();
    await minutesOf(ann);
    pass(20_000);
    for (let time = 0; time < 10; time++) {
      expect(await lockout.countFailure(ann)).toEqual({ open: false, seconds: 40 });
    }
    pass(40_000);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 1 });
  });

  test("is gone with its failures after a success", async () => {
    const ann = attempt();
    await minutesOf(ann);
    await lockout.clearFailures(ann);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(0);
    expect(await minutesOf(ann)).toEqual([0, 0, 1]);
  });

  test("of wrong codes stays where a right password was being checked meanwhile, and its own goes", async () => {
    const ann = attempt();
    const right = await lockout.countFailure(ann);
    await lockout.countFailure(ann);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 1 });
    if (right.open) await lockout.forgiveFailure(ann, right);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(60);
    pass(60_000);
    const third = await lockout.countFailure(ann);
    expect(third).toEqual({ open: true, minutes: 1 });
    if (third.open) await lockout.forgiveFailure(ann, third);
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(0);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 1 });
  });

  test("is forgotten a day after the first failure", async () => {
    const ann = attempt();
    await minutesOf(ann);
    pass(24 * 60 * 60 * 1000);
    expect(await minutesOf(ann)).toEqual([0, 0, 1]);
  });

  test("lasts no longer than its own length where the clock is set back a day, after a restart too", async () => {
    const [ann, bob] = [attempt(), attempt()];
    await minutesOf(ann);
    await minutesOf(bob);
    pass(60_000);
    await lockout.countFailure(bob);
    pass(60_000);
    expect(await lockout.countFailure(bob)).toEqual({ open: true, minutes: 15 });
    const cat = attempt();
    await minutesOf(cat);
    pass(-24 * 60 * 60 * 1000);
    expect(await lockout.lockoutSecondsLeft(cat)).toBe(60);
    lockout = await restarted();
    expect(await lockout.lockoutSecondsLeft(bob)).toBe(900);
    pass(60_000);
    expect(await lockout.lockoutSecondsLeft(cat)).toBe(0);
    expect(await lockout.countFailure(cat)).toEqual({ open: true, minutes: 1 });
    pass(840_000);
    expect(await lockout.lockoutSecondsLeft(bob)).toBe(0);
  });

  test("is for one name from one address: nobody elsewhere locks the owner out", async () => {
    const ann = attempt();
    await minutesOf(ann);
    expect(await lockout.lockoutSecondsLeft({ ...ann, client: "198.51.100.7" })).toBe(0);
    expect(await lockout.lockoutSecondsLeft({ ...ann, username: "somebody else" })).toBe(0);
    const asTyped = { ...ann, username: `  ${ann.username.toUpperCase()} ` };
    expect(await lockout.lockoutSecondsLeft(asTyped)).toBe(60);
  });

  test("survives a restart, its failures too", async () => {
    const ann = attempt();
    await minutesOf(ann);
    lockout = await restarted();
    expect(await lockout.lockoutSecondsLeft(ann)).toBe(60);
    pass(60_000);
    lockout = await restarted();
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 1 });
    pass(60_000);
    expect(await lockout.countFailure(ann)).toEqual({ open: true, minutes: 15 });
  });

  test("lets three guesses side by side through, and no more, among two processes too", async () => {
    const other = await restarted();
    const ann = attempt();
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => (guess % 2 ? lockout : other).countFailure(ann)),
    );
    expect(counted.filter(({ open }) => open)).toHaveLength(3);
    expect(await other.lockoutSecondsLeft(ann)).toBeGreaterThan(0);
  });

  test("keeps neither names nor addresses", async () => {
    await minutesOf({ username: "telltale", client: "203.0.113.99" });
    const keys = (await listCounterKeys()).filter((key) => key.startsWith("signIn"));
    expect(keys.length).toBeGreaterThan(1);
    expect(keys.join(" ")).not.toMatch(/telltale|203\.0\.113/);
  });
});

function attempt() {
  return { username: `staff${++names}`, client: "203.0.113.5" };
}

/** Three failures in a row, and for how many minutes each locks. */
async function minutesOf(who: { username: string; client: string }) {
  const minutes: unknown[] = [];
  for (let time = 0; time < 3; time++) {
    const counted = await lockout.countFailure(who);
    minutes.push(counted.open ? counted.minutes : "turned away");
  }
  return minutes;
}

/** The program started anew: its modules and its connection to the file are others. */
async function restarted(): Promise<Lockout> {
  vi.resetModules();
  return import("~/accounts/lockout.server");
}

function pass(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds);
}
