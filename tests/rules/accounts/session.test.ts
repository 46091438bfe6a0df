import { beforeAll, describe, expect, test } from "vitest";
import { removeAdministrator, setPassword } from "~/accounts/administrator.server";
import {
  deleteExpiredSessions,
  endSession,
  extendSession,
  findLastSession,
  findSession,
  findSessionById,
  listSessions,
  startSession,
  touchSession,
} from "~/accounts/session.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DAY_MS } from "~/values/days";
import { as } from "../../support/act";
import { administrator, sessionOf } from "../../support/staff";

const NOW = new Date("2026-11-21T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

beforeAll(async () => {
  await migrate(engine);
});

describe("a session", () => {
  test("is not opened once the password that was checked is another's, or the account is gone", async () => {
    const account = await administrator();
    await as({ ...COMMAND_LINE, now: NOW }, () => setPassword(account.username, "reset"));
    expect(await startSession(account, NOW)).toBeUndefined();
    expect(await startSession({ ...account, passwordHash: "reset" }, NOW)).toBeDefined();
    await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator(account.username));
    expect(await startSession({ ...account, passwordHash: "reset" }, NOW)).toBeUndefined();
  });

  test("is not opened by a password alone once there is a second factor, nor by one that was taken off", async () => {
    const account = await administrator();
    const opens = async (withFactor: boolean) =>
      (await startSession(account, NOW, { withFactor })) !== undefined;
    const set = (totpSecret: string | null) =>
      db.updateTable("administrators").set({ totpSecret }).where("id", "=", account.id).execute();
    expect([await opens(false), await opens(true)]).toEqual([true, false]);
    await set("sealed");
    expect([await opens(false), await opens(true)]).toEqual([false, true]);
    await set(null);
    const passkey = { ...{ id: "key", name: "Phone", counter: 0, publicKey: "", transports: "" } };
    await db
      .insertInto("passkeys")
      .values({ ...passkey, administratorId: account.id, createdAt: NOW.toISOString(), lastUsedAt: null })
      .execute();
    expect([await opens(false), await opens(true)]).toEqual([false, true]);
  });

  test("is found by the cookie's secret, which is kept nowhere", async () => {
    const { secret, session } = await opened();
    expect(await findSession(secret, NOW)).toEqual(session);
    expect(await findSession(session.id, NOW)).toBeUndefined();
    const rows = await db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("is open for 30 minutes, to the millisecond", async () => {
    const { secret } = await opened();
    expect(await findSession(secret, later(30 * MINUTE - 1))).toBeDefined();
    expect(await findSession(secret, later(30 * MINUTE))).toBeUndefined();
  });

  test("moves its end to 30 minutes after what happens in it", async () => {
    const { secret, session } = await opened();
    const touched = await touchSession(session, later(20 * MINUTE));
    expect(touched.expiresAt).toEqual(later(50 * MINUTE));
    expect(await findSession(secret, later(49 * MINUTE))).toEqual(touched);
    const extended = await extendSession(touched, later(49 * MINUTE));
    expect(extended?.expiresAt).toEqual(later(79 * MINUTE));
  });

  test("is not written anew for every click", async () => {
    const { secret, session } = await opened();
    expect(await touchSession(session, later(14_999))).toEqual(session);
    expect((await findSession(secret, NOW))?.expiresAt).toEqual(session.expiresAt);
    expect((await touchSession(session, later(15_000))).expiresAt).toEqual(later(30 * MINUTE + 15_000));
  });

  test("ends for good 12 hours after sign-in, however busy it is", async () => {
    let { secret, session } = await opened();
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      session = (await extendSession(session, later(minutes * MINUTE))) ?? session;
    }
    expect(session.expiresAt).toEqual(later(12 * HOUR));
    expect(await findSession(secret, later(12 * HOUR - 1))).toBeDefined();
    expect(await findSession(secret, later(12 * HOUR))).toBeUndefined();
    expect(await extendSession(session, later(12 * HOUR))).toBeUndefined();
  });

  test("lasts no longer than its own length from now where the clock is set back a day", async () => {
    const [used, idle] = [await opened(), await opened()];
    const yesterday = later(-24 * HOUR);
    expect((await touchSession(used.session, yesterday)).expiresAt).toEqual(later(-24 * HOUR + 30 * MINUTE));
    await deleteExpiredSessions(yesterday);
    for (const { secret } of [used, idle]) {
      expect(await findSession(secret, yesterday)).toMatchObject({
        expiresAt: later(-24 * HOUR + 30 * MINUTE),
        endsAt: later(-12 * HOUR),
      });
    }
  });

  test("that is over stays so where the clock had been ahead, and is set right", async () => {
    const account = await administrator();
    const { secret, session } = await sessionOf(account, later(3 * HOUR));
    expect(await findSession(secret, later(5 * HOUR))).toBeUndefined();
    await deleteExpiredSessions(later(5 * HOUR));
    for (const time of [later(2 * HOUR), later(3 * HOUR)]) {
      expect(await findSession(secret, time)).toBeUndefined();
      expect(await findSessionById(session.id, time)).toBeUndefined();
      expect(await extendSession(session, time)).toBeUndefined();
      expect(await listSessions(account.id, time)).toEqual([]);
      await deleteExpiredSessions(time);
    }
    expect(await findLastSession(secret, later(3 * HOUR))).toMatchObject({ id: session.id });
  });

  test("that is over is not brought back by a late page or refresh", async () => {
    const { secret, session } = await opened();
    expect(await extendSession(session, later(30 * MINUTE))).toBeUndefined();
    expect(await findSession(secret, later(30 * MINUTE))).toBeUndefined();
    const ended = await opened();
    await endSession(ended.session.id);
    expect(await extendSession(ended.session, NOW)).toBeUndefined();
    expect(await touchSession(ended.session, later(MINUTE))).toEqual(ended.session);
    expect(await findSessionById(ended.session.id, later(MINUTE))).toBeUndefined();
  });

  test("of one sign-in is another than of the next", async () => {
    const account = await administrator();
    const [one, two] = [await sessionOf(account, NOW), await sessionOf(account, NOW)];
    expect(one.secret).not.toBe(two.secret);
    expect(one.session.id).not.toBe(two.session.id);
    expect(one.secret).toMatch(/^[\w-]{43}$/);
  });

  test("that is over by itself is known for a day, opens nothing, and leaves no row behind after that", async () => {
    const account = await administrator();
    const { secret, session } = await sessionOf(account, NOW);
    const end = 30 * MINUTE;
    for (const time of [later(0), later(end), later(end + DAY_MS - 1)]) {
      await deleteExpiredSessions(time);
      expect(await findLastSession(secret, time)).toEqual(session);
    }
    expect(await findSession(secret, later(end))).toBeUndefined();
    expect(await findSessionById(session.id, later(end))).toBeUndefined();
    expect(await listSessions(account.id, later(end))).toEqual([]);
    // Whether or not the job has run.
    expect(await findLastSession(secret, later(end + DAY_MS))).toBeUndefined();
    await deleteExpiredSessions(later(end + DAY_MS));
    const kept = await db.selectFrom("sessions").select("id").where("id", "=", session.id).execute();
    expect(kept).toEqual([]);
  });
});

async function opened() {
  return sessionOf(await administrator(), NOW);
}
