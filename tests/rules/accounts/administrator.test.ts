import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAdministrator,
  createFirstAdministrator,
  findAdministrator,
  hasNoAdministrators,
  listAdministrators,
  removeAdministrator,
  setPassword,
} from "~/accounts/administrator.server";
import { hashPassword, verifyPassword } from "~/accounts/password.server";
import { findSavedSubmission, saveSubmission } from "~/accounts/saved-submission.server";
import { findSessionById } from "~/accounts/session.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { sessionOf } from "../../support/staff";

const NOW = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  await migrate(engine);
});

beforeEach(async () => {
  await db.deleteFrom("administrators").execute();
});

describe("a password", () => {
  test("is kept as Argon2id of OWASP's strength, salted", async () => {
    const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  test("matches its own hash alone, however its letters were composed", async () => {
    const kept = await hashPassword("Caf\u00e9 au lait");
    expect(await verifyPassword("Cafe\u0301 au lait", kept)).toBe(true);
    expect(await verifyPassword("Cafe au lait", kept)).toBe(false);
    expect(await verifyPassword("caf\u00e9 au lait", kept)).toBe(false);
    expect(await verifyPassword("Caf\u00e9 au lait", undefined)).toBe(false);
  });
});

describe("an account", () => {
  test("is found whatever the case of its name, and its name is taken for everyone", async () => {
    const made = await createAdministrator({ username: "Ann", passwordHash: "x" }, NOW);
    expect(await findAdministrator(" ANN ")).toEqual(made);
    expect(await createAdministrator({ username: "aNN", passwordHash: "y" }, NOW)).toBeUndefined();
    expect((await listAdministrators()).map(({ username }) => username)).toEqual(["Ann"]);
  });

  test("is made at the start only where there is none, even where two start at once", async () => {
    expect(await hasNoAdministrators()).toBe(true);
    const made = await Promise.all(
      ["one", "two"].map((username) => createFirstAdministrator({ username, passwordHash: "x" }, NOW)),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await listAdministrators()).toHaveLength(1);
    expect(await hasNoAdministrators()).toBe(false);
  });

  test("loses its sessions with a new password, and nobody else theirs", async () => {
    const [ann, bob] = [await made("ann"), await made("bob")];
    const sessions = [await sessionOf(ann, NOW), await sessionOf(bob, NOW)];
    expect(await setPassword("ANN", "new", NOW)).toBe(true);
    expect((await findAdministrator("ann"))?.passwordHash).toBe("new");
    expect((await findAdministrator("bob"))?.passwordHash).toBe("x");
    expect(await Promise.all(sessions.map(({ session }) => findSessionById(session.id, NOW)))).toEqual([
      undefined,
      sessions[1]?.session,
    ]);
    expect(await setPassword("nobody", "new", NOW)).toBe(false);
  });

  test("keeps a password that was reset while its owner was changing it", async () => {
    await made("ann");
    expect(await setPassword("ann", "reset", NOW)).toBe(true);
    expect(await setPassword("ann", "changed", NOW, { replaces: "x" })).toBe(false);
    expect((await findAdministrator("ann"))?.passwordHash).toBe("reset");
    expect(await setPassword("ann", "changed", NOW, { replaces: "reset" })).toBe(true);
  });

  test("goes with its sessions and what was held for it", async () => {
    const ann = await made("ann");
    const { session } = await sessionOf(ann, NOW);
    const id = await saveSubmission({ administratorId: ann.id, path: "/admin", fields: [["a", "b"]] }, NOW);
    expect(await removeAdministrator("Ann", NOW)).toBe(true);
    expect(await findSessionById(session.id, NOW)).toBeUndefined();
    expect(await findSavedSubmission(id, ann.id, NOW)).toBeUndefined();
    expect(await removeAdministrator("Ann", NOW)).toBe(false);
  });
});

async function made(username: string) {
  const account = await createAdministrator({ username, passwordHash: "x" }, NOW);
  if (!account) throw new Error(`${username} is there already.`);
  return account;
}
