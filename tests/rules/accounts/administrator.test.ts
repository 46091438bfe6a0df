import { Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
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
import { turnOff } from "~/accounts/people.server";
import { findSavedSubmission, saveSubmission } from "~/accounts/saved-submission.server";
import { findSessionById } from "~/accounts/session.server";
import { runAccountCommand } from "~/accounts/staff-accounts.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { assignRequest, changeStatus } from "~/requests/work.server";
import { refreshSettings, storeSetting } from "~/settings/store.server";
import { as } from "../../support/act";
import { callback, newPartRequest } from "../../support/requests";
import { sessionOf } from "../../support/staff";

const NOW = new Date("2026-11-21T12:00:00Z");
const COMMAND = { role: undefined, yes: false, isNew: false, to: undefined };

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
    const made = await as({ ...COMMAND_LINE, now: NOW }, () =>
      createAdministrator({ username: "Ann", passwordHash: "x" }),
    );
    expect(await findAdministrator(" ANN ")).toEqual(made);
    expect(
      await as({ ...COMMAND_LINE, now: NOW }, () =>
        createAdministrator({ username: "aNN", passwordHash: "y" }),
      ),
    ).toBeUndefined();
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
    expect(await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("ANN", "new"))).toBe(true);
    expect((await findAdministrator("ann"))?.passwordHash).toBe("new");
    expect((await findAdministrator("bob"))?.passwordHash).toBe("x");
    expect(await Promise.all(sessions.map(({ session }) => findSessionById(session.id, NOW)))).toEqual([
      undefined,
      sessions[1]?.session,
    ]);
    expect(await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("nobody", "new"))).toBe(false);
  });

  test("keeps a password that was reset while its owner was changing it", async () => {
    await made("ann");
    expect(await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("ann", "reset"))).toBe(true);
    expect(
      await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("ann", "changed", { replaces: "x" })),
    ).toBe(false);
    expect((await findAdministrator("ann"))?.passwordHash).toBe("reset");
    expect(
      await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("ann", "changed", { replaces: "reset" })),
    ).toBe(true);
  });

  test("goes with its sessions and what was held for it", async () => {
    const ann = await made("ann");
    const { session } = await sessionOf(ann, NOW);
    const id = await saveSubmission({ administratorId: ann.id, path: "/admin", fields: [["a", "b"]] }, NOW);
    expect(await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator("Ann"))).toBe(true);
    expect(await findSessionById(session.id, NOW)).toBeUndefined();
    expect(await findSavedSubmission(id, ann.id, NOW)).toBeUndefined();
    expect(await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator("Ann"))).toBe(false);
  });
});

test.each(["---", "\u2026", "\u200b", "a\u200bnn", "a\u00adnn", "\u3164", "a\u3164nn", "ann\ufe0f"])(
  "npm run staff makes no account of a name without a letter, or with characters that nobody sees: %j",
  async (name) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const add = runAccountCommand({ ...COMMAND, command: "add", name });
    await expect(add).rejects.toThrow(/^A username (needs at least one letter|can't contain invisible)/);
    expect(await listAdministrators()).toEqual([]);
  },
);

test("npm run staff says of an account that is turned off that a new password doesn't turn it on", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [, bob] = [await made("ann"), await made("bob")];
  await as({ ...COMMAND_LINE, now: NOW }, () => turnOff(bob.id, null));
  vi.spyOn(process, "stdin", "get").mockReturnValue(
    Readable.from(["seven green doors"]) as unknown as typeof process.stdin,
  );
  expect(await runAccountCommand({ ...COMMAND, command: "reset", name: "bob" })).toBe(
    "bob has a new password and is signed out everywhere. It's turned off: it can't sign in until an owner turns it on under People.",
  );
});

test.each([
  ["owner", "requests assigned to the account and changes to it"],
  ["yard", "changes to the account"],
] as const)("npm run staff says what the address of an account is for: %s", async (role, what) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await as({ ...COMMAND_LINE, now: NOW }, () =>
    createAdministrator({ username: "ann", passwordHash: "x", role }),
  );
  const email = (to: string) => runAccountCommand({ ...COMMAND, command: "email", name: "ann", to });
  expect(await email("ann@yard.example")).toBe(
    `ann is emailed about ${what} at ann@yard.example, once email is on.`,
  );
  expect(await email("nowhere")).toBe("ann has no email address now.");
});

test("npm run staff mails the owner of an account what it changed, where mail is set up in Settings alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const email = "ann@yard.example";
  await as({ ...COMMAND_LINE, now: NOW }, () =>
    createAdministrator({ username: "ann", passwordHash: "x", email }),
  );
  await as({ ...COMMAND_LINE, now: NOW }, () =>
    storeSetting(
      "mail",
      { mail: { server: "smtp.example.com", from: "office@yard.example" } },
      { version: 1, at: NOW, by: undefined },
    ),
  );
  onTestFinished(async () => {
    await db.deleteFrom("settings").where("section", "=", "mail").execute();
    await refreshSettings();
  });
  await runAccountCommand({ ...COMMAND, command: "email", name: "ann", to: "thief@elsewhere.example" });
  const mails = await db.selectFrom("outbox").select("text").where("to", "=", email).execute();
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Your account's email address was changed or removed."),
  ]);
});

describe("removing an account with open requests by npm run staff", () => {
  const remove = (to?: string) =>
    runAccountCommand({ command: "remove", role: undefined, name: "ann", yes: false, isNew: false, to });
  /** Ann has an open part request, an open callback, and a part request that is done. */
  async function requestsOfAnn() {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const [ann, bob] = [await made("ann"), await made("bob")];
    const [open, done] = [await newPartRequest(), await newPartRequest()];
    const call = await callback();
    const by = { username: "bob", now: NOW };
    for (const id of [open, done])
      await as(by, () => assignRequest(PART_REQUESTS, id, { assigneeId: ann.id, expectedVersion: null }));
    await as(by, () => assignRequest(REPAIR_REQUESTS, call, { assigneeId: ann.id, expectedVersion: null }));
    await as(by, () =>
      changeStatus(PART_REQUESTS, done, { status: "fulfilled", expectedVersion: "pending" }),
    );
    const assignees = async () => [
      (await findRequest(PART_REQUESTS, open))?.assigneeId,
      (await findRequest(REPAIR_REQUESTS, call))?.assigneeId,
      (await findRequest(PART_REQUESTS, done))?.assigneeId,
    ];
    return { ann, bob, assignees };
  }

  test("asks who takes them over, and without a terminal says how to say it and changes nothing", async () => {
    const { ann, assignees } = await requestsOfAnn();
    await expect(remove()).rejects.toThrow(
      "ann has 2 open requests. Who should take them over? Nothing was changed. Say so: npm run staff -- remove ann --to <name>, or --to nobody",
    );
    expect(await findAdministrator("ann")).toBeDefined();
    expect(await assignees()).toEqual([ann.id, ann.id, ann.id]);
  });

  test.each(["Bob", "nobody"])("assigns them to %s, and the history says so", async (to) => {
    const { bob, assignees } = await requestsOfAnn();
    await db.deleteFrom("changes").execute();
    expect(await remove(to)).toBe(
      `ann was removed and signed out everywhere. 2 open requests are assigned to ${to} now.`,
    );
    const successor = to === "Bob" ? bob.id : undefined;
    expect(await assignees()).toEqual([successor, successor, undefined]);
    const changes = await db
      .selectFrom("changes")
      .select(["recordKind", "source"])
      .orderBy("recordKind")
      .execute();
    expect(changes).toEqual(
      ["account", "partRequest", "repairRequest"].map((recordKind) => ({ recordKind, source: "command" })),
    );
  });
});

async function made(username: string) {
  const account = await as({ ...COMMAND_LINE, now: NOW }, () =>
    createAdministrator({ username, passwordHash: "x" }),
  );
  if (!account) throw new Error(`${username} is there already.`);
  return account;
}
