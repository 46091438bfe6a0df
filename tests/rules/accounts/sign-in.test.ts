import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newPasswordSchema, signInSchema, usernameSchema } from "~/accounts/administrator";
import { endSessions, pageActor } from "~/accounts/session.server";
import { confirmPassword, signIn } from "~/accounts/sign-in.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { administrator, PASSWORD, sessionOf } from "../../support/staff";

const MAX_PASSWORD_LENGTH = 200;

// The library's own check, counted.
const checks = vi.hoisted(() => ({ count: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  const verify: typeof argon2.verify = (...args) => {
    checks.count++;
    return argon2.verify(...args);
  };
  return { ...argon2, verify };
});

const WRONG = { ok: false, status: 401, message: "Invalid username or password" };
let addresses = 0;
const elsewhere = () => `203.0.113.${++addresses}`;

beforeAll(async () => {
  await migrate(engine);
});

beforeEach(() => {
  checks.count = 0;
});

describe("signing in", () => {
  test("takes the right password, whatever the case of the name and however its letters are composed", async () => {
    const account = await administrator("Zoë");
    for (const username of ["Zoë", " ZOE\u0308 ", "zoë"]) {
      const answer = await signIn({ username, password: PASSWORD }, elsewhere());
      expect(answer).toMatchObject({ ok: true, administrator: { id: account.id } });
    }
  });

  test("answers an unknown name and a wrong password alike, after one check of a hash each", async () => {
    const { username } = await administrator();
    expect(await signIn({ username, password: "wrong" }, elsewhere())).toEqual(WRONG);
    expect(checks.count).toBe(1);
    expect(await signIn({ username: "nobody", password: "wrong" }, elsewhere())).toEqual(WRONG);
    expect(checks.count).toBe(2);
    expect(await signIn({ username, password: PASSWORD.repeat(1_000) }, elsewhere())).toEqual(WRONG);
    expect(checks.count).toBe(3);
  });

  test.each([
    ["nothing", undefined],
    ["a list", []],
    ["no password", { username: "ann" }],
    ["an empty password", { username: "ann", password: "" }],
    ["a blank name", { username: "  ", password: PASSWORD }],
    ["a number", { username: "ann", password: 1234567890 }],
    ["an object", { username: { $gt: "" }, password: { $gt: "" } }],
  ])("asks for both where %s came, and checks no hash", async (_what, body) => {
    expect(await signIn(body, elsewhere())).toEqual({
      ok: false,
      status: 400,
      message: "Please enter both username and password",
    });
    expect(checks.count).toBe(0);
  });

  test("says of a code that came as a number that it must be text, and takes null for none", async () => {
    const { username } = await administrator();
    const withCode = (code: unknown) => signIn({ username, password: PASSWORD, code }, elsewhere());
    expect(await withCode(123_456)).toMatchObject({
      status: 400,
      message: "The code must be text, in quotes: it may begin with a zero",
    });
    expect(await withCode(null)).toMatchObject({ ok: true });
  });

  test("locks after the third failure, and does not look at the right password while it is locked", async () => {
    const { username } = await administrator();
    const from = elsewhere();
    expect(await signIn({ username, password: "wrong" }, from)).toEqual(WRONG);
    expect(await signIn({ username, password: "wrong" }, from)).toEqual(WRONG);
    expect(await signIn({ username, password: "wrong" }, from)).toEqual({
      ok: false,
      status: 429,
      message: "Too many failed attempts. Account locked for 1 minute.",
      retryAfter: 60,
      hasLocked: true,
    });
    expect(checks.count).toBe(3);
    expect(await signIn({ username, password: PASSWORD }, from)).toMatchObject({
      ok: false,
      status: 429,
      message: "Too many failed attempts. Please try again in 1 minute(s).",
    });
    expect(checks.count).toBe(3);
    expect(await signIn({ username, password: PASSWORD }, elsewhere())).toMatchObject({ ok: true });
  });

  test("locks a name that nobody has in the same way", async () => {
    const from = elsewhere();
    const answers = [];
    for (let time = 0; time < 4; time++) {
      answers.push(await signIn({ username: "no such name", password: "wrong" }, from));
    }
    expect(answers.map((answer) => (answer.ok ? "in" : answer.message))).toEqual([
      WRONG.message,
      WRONG.message,
      "Too many failed attempts. Account locked for 1 minute.",
      "Too many failed attempts. Please try again in 1 minute(s).",
    ]);
  });

  test("a success takes the failures back", async () => {
    const { username } = await administrator();
    const from = elsewhere();
    const passwords = ["wrong", "wrong", PASSWORD, "wrong", "wrong", PASSWORD];
    const statuses = [];
    for (const password of passwords) {
      const answer = await signIn({ username, password }, from);
      statuses.push(answer.ok ? 200 : answer.status);
    }
    expect(statuses).toEqual([401, 401, 200, 401, 401, 200]);
  });

  test("checks three of many guesses that come side by side, and no more", async () => {
    const { username } = await administrator();
    const from = elsewhere();
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, guess) => signIn({ username, password: `guess ${guess}` }, from)),
    );
    expect(checks.count).toBe(3);
    expect(answers.filter((answer) => !answer.ok && answer.status === 401)).toHaveLength(2);
  });

  test("keeps a long line from growing: who comes too late is asked to come again", async () => {
    const from = elsewhere();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => signIn({ username: `flood${guess}`, password: "x" }, from)),
    );
    const late = answers.filter((answer) => !answer.ok && answer.status === 429);
    expect(late.length).toBeGreaterThan(0);
    expect(late[0]).toMatchObject({
      retryAfter: 5,
      message: "The site is very busy. Please try again in 5 seconds.",
    });
    expect(checks.count).toBe(40 - late.length);
  });
});

describe("a new account's", () => {
  test.each([
    ["short", "nine char"],
    ["over-long", "x".repeat(MAX_PASSWORD_LENGTH + 1)],
    ["broken over two lines", "correct horse\nbattery"],
    ["holding a tab", "correct\thorse battery"],
  ])("password is refused where it is %s", (_what, password) => {
    expect(newPasswordSchema.safeParse(password).success).toBe(false);
  });

  test("password may be any phrase, and can be typed at the sign-in", () => {
    for (const password of ["ten chars!", "пароль с пробелами", "x".repeat(MAX_PASSWORD_LENGTH)]) {
      expect(newPasswordSchema.parse(password)).toBe(password);
      expect(signInSchema.safeParse({ username: "ann", password }).success).toBe(true);
    }
  });

  test("name is tidied, and needs something in it", () => {
    expect(usernameSchema.parse("  Ann \n Lee ")).toBe("Ann Lee");
    expect(usernameSchema.safeParse(" \t ").success).toBe(false);
    expect(usernameSchema.safeParse("x".repeat(61)).success).toBe(false);
  });
});

test("wrong passwords lock a sign-in for its address, and confirmations for their session, each apart from the other", async () => {
  const account = await administrator();
  const { username } = account;
  const from = elsewhere();
  const { session } = await sessionOf(account, new Date());
  const confirm = (password: string) =>
    as({ ...pageActor(session), now: new Date() }, () =>
      confirmPassword(session, password, { requestId: "a" }),
    );
  // A stranger at the shop's address.
  for (let slip = 0; slip < 3; slip++) await signIn({ username, password: "wrong" }, from);
  expect(await signIn({ username, password: PASSWORD }, from)).toMatchObject({ ok: false, status: 429 });
  expect(await confirm(PASSWORD)).toMatchObject({ ok: true });
  // Somebody at a page that was left open.
  const statuses = [];
  for (const password of ["wrong", "wrong", "wrong", PASSWORD]) {
    const confirmed = await confirm(password);
    statuses.push(confirmed.ok ? 200 : confirmed.status);
  }
  expect(statuses).toEqual([400, 400, 429, 429]);
  // Whoever left it open confirms where they are, and so ends that page.
  const { session: own } = await sessionOf(account, new Date());
  const confirmed = await as({ ...pageActor(own), now: new Date() }, () =>
    confirmPassword(own, PASSWORD, { requestId: "a" }),
  );
  expect(confirmed).toMatchObject({ ok: true });
  // It is their session that asked too often, wherever it is.
  const answers = [];
  for (let time = 0; time < 50; time++)
    answers.push(
      await as({ ...pageActor(own), now: new Date() }, () =>
        confirmPassword(own, "wrong", { requestId: "a" }),
      ),
    );
  expect(answers.at(-1)).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^Too many requests from your account\. Please try again in \d+ minutes?\.$/,
    ),
  });
  expect(await signIn({ username, password: PASSWORD }, elsewhere())).toMatchObject({ ok: true });
});

test("a right password that confirms clears the slips before it, also where signing in asks for a code too", async () => {
  const account = await administrator();
  await db.updateTable("administrators").set({ totpSecret: "x" }).where("id", "=", account.id).execute();
  const { session } = await sessionOf(account, new Date());
  const statuses = [];
  for (const password of ["wrong", PASSWORD, "wrong", PASSWORD, "wrong", PASSWORD]) {
    const confirmed = await as({ ...pageActor(session), now: new Date() }, () =>
      confirmPassword(session, password, { requestId: "a" }),
    );
    statuses.push(confirmed.ok ? 200 : confirmed.status);
  }
  expect(statuses).toEqual([400, 200, 400, 200, 400, 200]);
});

test("a right password confirms nothing in a session that has ended meanwhile", async () => {
  const account = await administrator();
  const now = new Date();
  const { session } = await sessionOf(account, now);
  const confirm = () =>
    as({ ...pageActor(session), now }, () => confirmPassword(session, PASSWORD, { requestId: "a" }));
  expect(await confirm()).toMatchObject({ ok: true });
  await endSessions(account.id, {});
  const refused = await confirm().catch((thrown: unknown) => thrown);
  expect(refused instanceof Response && refused.headers.get("Location")).toBe("/admin/account");
});
