import { beforeAll, expect, test } from "vitest";
import {
  type Administrator,
  findAdministratorById,
  listAdministrators,
  listAssignees,
  removeAdministrator,
  setEmail,
  setPassword,
} from "~/accounts/administrator.server";
import { createApiToken, listApiTokens, mayGoOn, revokeApiToken } from "~/accounts/api-tokens.server";
import {
  changeRole,
  choosePassword,
  findByLink,
  ifSameRole,
  invite,
  makePasswordLink,
  type PasswordLink,
  turnOff,
  turnOn,
} from "~/accounts/people.server";
import { resetSecondFactor } from "~/accounts/second-factor.server";
import { endSessions, pageActor } from "~/accounts/session.server";
import { runAccountCommand } from "~/accounts/staff-accounts.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findRequestsById } from "~/requests/list.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import {
  assignRequest,
  changeStatus,
  countOpenRequests,
  deleteRequests,
  markSpam,
  restoreRequest,
} from "~/requests/work.server";
import { as } from "../../support/act";
import { newPartRequest } from "../../support/requests";
import { administrator, sessionOf } from "../../support/staff";

beforeAll(() => migrate(engine));

const NOW = new Date("2026-11-26T12:00:00Z");
const byHand = <Result>(run: () => Promise<Result>) => as({ ...COMMAND_LINE, now: NOW }, run);
/** An owner with a page open. */
const byOwner = async <Result>(run: () => Promise<Result>) =>
  as({ accountId: (await administrator()).id, now: NOW }, run);
const assign = (request: string, assigneeId: string) =>
  byHand(() => assignRequest(PART_REQUESTS, request, { assigneeId, expectedVersion: null }));

test("of two owners who demote or turn off each other at the same instant one stays", async () => {
  for (const change of [(id: string) => changeRole(id, "counter", null), (id: string) => turnOff(id, null)]) {
    for (const { id } of await listAdministrators()) await byHand(() => turnOff(id, null));
    const [one, two] = [await administrator(), await administrator()];
    for (const { id } of await listAdministrators())
      if (id !== one.id && id !== two.id) await byHand(() => turnOff(id, null));
    const outcomes = await Promise.all([one, two].map(({ id }) => byHand(() => change(id))));
    expect(outcomes.sort()).toEqual(["done", "last-owner"]);
    const owners = (await listAdministrators()).filter((each) => each.role === "owner" && !each.turnedOffAt);
    expect(owners).toHaveLength(1);
  }
});

test("what an owner has under way comes to nothing if their session ends, or they become something else, meanwhile", async () => {
  const changes: ((owner: Administrator) => Promise<unknown>)[] = [
    ({ id }) => changeRole(id, "counter", null),
    ({ id }) => turnOff(id, null),
    ({ username, passwordHash }) => setPassword(username, passwordHash),
  ];
  const acts: ((other: Administrator) => Promise<unknown>)[] = [
    () => createApiToken({ name: "Prices", role: "owner" }),
    () => invite({ username: "never", role: "owner", email: undefined }, async () => false),
    makePasswordLink,
    ({ id }) => changeRole(id, "counter", null),
    ({ id }) => turnOff(id, null),
    ({ id }) => turnOn(id),
    resetSecondFactor,
  ];
  for (const change of changes) {
    const other = await administrator();
    const owner = await administrator();
    const { session } = await sessionOf(owner, NOW);
    const by = { ...pageActor(session), now: NOW };
    expect(await as(by, () => createApiToken({ name: "Prices", role: "owner" }))).toMatch(/^yard_/);
    await byHand(() => change(owner));
    for (const act of acts) {
      const refused = await as(by, () => act(other)).catch((thrown: unknown) => thrown);
      expect(refused instanceof Response && refused.headers.get("Location")).toBe("/admin/account");
    }
    expect(await findAdministratorById(other.id)).toEqual(other);
  }
});

test("what was begun at somebody of the counter, without a password, is not done to the owner that they became", async () => {
  for (let round = 0; round < 6; round += 1) {
    const account = await administrator(undefined, "counter");
    const [link, promoted] = await Promise.all([
      byOwner(() => ifSameRole(account, () => makePasswordLink(account))),
      byHand(() => changeRole(account.id, "owner", null)),
    ]);
    expect(promoted).toBe("done");
    expect(link && (await findByLink(link.secret, NOW))).toBeUndefined();
    expect(await byHand(() => ifSameRole(account, () => turnOff(account.id, null)))).toBeUndefined();
    expect(await findAdministratorById(account.id)).toMatchObject({ role: "owner", turnedOffAt: null });
  }
});

test("the links that an owner has made end with them, and with their password; another owner's go on working", async () => {
  const endings: ((owner: Administrator) => Promise<unknown>)[] = [
    ({ id }) => changeRole(id, "counter", null),
    ({ id }) => turnOff(id, null),
    ({ username }) => removeAdministrator(username),
    ({ username, passwordHash }) => setPassword(username, passwordHash),
  ];
  const stays = await administrator();
  for (const [index, end] of endings.entries()) {
    const owner = await administrator();
    const link = async ({ id: accountId, username }: Administrator) =>
      (
        await as({ accountId, username, now: NOW }, async () =>
          makePasswordLink(await administrator(undefined, "counter")),
        )
      ).secret;
    const invitation = await as({ accountId: owner.id, now: NOW }, () =>
      invite({ username: `mole${index}`, role: "owner", email: undefined }, async () => false),
    );
    const secrets = [await link(owner), invitation?.link.secret ?? "", await link(stays)];
    const working = async () =>
      (await Promise.all(secrets.map((secret) => findByLink(secret, NOW)))).map((found) => !!found);
    expect(await working()).toEqual([true, true, true]);
    await byHand(() => end(owner));
    expect(await working()).toEqual([false, false, true]);
  }
});

test("a request that is assigned after the question is asked about, and never ends unassigned unasked", async () => {
  await administrator();
  const account = await administrator("busy", "counter");
  // Nobody was asked who takes over: there was nothing to take over yet.
  await assign(await newPartRequest(), account.id);
  expect(await byHand(() => turnOff(account.id, undefined))).toBe("successor-missing");
  expect(await byHand(() => changeRole(account.id, "yard", undefined))).toBe("successor-missing");
  expect(await countOpenRequests(account.id)).toBe(1);
  expect((await findAdministratorById(account.id))?.turnedOffAt).toBeNull();
});

test("nothing is assigned to an account that is turned off, has yet to choose a password, or whose role has no requests", async () => {
  const request = await newPartRequest();
  const [yard, off] = [await administrator("yvonne", "yard"), await administrator("oscar", "counter")];
  await byHand(() => turnOff(off.id, null));
  const invited = await byOwner(() =>
    invite({ username: "ghost", role: "counter", email: "mistyped@elsewhere.example" }, async () => true),
  );
  const ghost = invited?.account.id ?? "";
  for (const id of [yard.id, off.id, ghost])
    expect(await assign(request, id)).toEqual({ outcome: "not-assignable" });
  const offered = async () => (await listAssignees()).map(({ username }) => username);
  expect(await offered()).not.toContain("ghost");
  const leaving = await administrator(undefined, "counter");
  expect(await byHand(() => turnOff(leaving.id, ghost))).toBe("no-successor");
  await byHand(() => choosePassword(invited?.link.secret ?? "", leaving.passwordHash));
  expect(await offered()).toContain("ghost");
  await assign(request, ghost);
  expect(await countOpenRequests(ghost)).toBe(1);
});

test("another email address ends the links that went to the one before, on the page and by npm run staff", async () => {
  const changes = [
    (account: Administrator) => byHand(() => setEmail(account.id, "right@yard.example")),
    ({ username: name }: Administrator) =>
      runAccountCommand({
        ...{ command: "email", name, to: "right@yard.example" },
        ...{ role: undefined, yes: false, isNew: false },
      }),
  ];
  for (const change of changes) {
    const account = await administrator();
    const works = async ({ secret }: PasswordLink) => !!(await findByLink(secret, NOW));
    const link = () => byOwner(() => makePasswordLink(account));
    const mailed = await link();
    await change(account);
    expect(await works(mailed)).toBe(false);
    const next = await link();
    await change(account);
    expect(await works(next)).toBe(true);
  }
});

test("what comes back from the trash, from spam or from being finished is not of somebody who left", async () => {
  const leaving = await administrator("lena", "counter");
  const [deleted, spam, finished] = [await newPartRequest(), await newPartRequest(), await newPartRequest()];
  for (const id of [deleted, spam, finished]) await assign(id, leaving.id);
  await byHand(async () => {
    await deleteRequests(PART_REQUESTS, [deleted]);
    await markSpam(PART_REQUESTS, spam, true);
    await changeStatus(PART_REQUESTS, finished, { status: "fulfilled", expectedVersion: "pending" });
    expect(await changeRole(leaving.id, "yard", undefined)).toBe("done");
    await restoreRequest(PART_REQUESTS, deleted);
    await markSpam(PART_REQUESTS, spam, false);
    await changeStatus(PART_REQUESTS, finished, { status: "pending", expectedVersion: "fulfilled" });
  });
  const found = await findRequestsById(PART_REQUESTS, [deleted, spam, finished]);
  expect(found.map(({ assigneeId }) => assigneeId)).toEqual([undefined, undefined, undefined]);
});

test("npm run staff hands requests to nobody who may not have them", async () => {
  await administrator();
  const leaving = await administrator("lara", "counter");
  await administrator("yann", "yard");
  await byHand(async () => turnOff((await administrator("olga", "counter")).id, null));
  await assign(await newPartRequest(), leaving.id);
  const remove = (to: string) =>
    runAccountCommand({ command: "remove", name: "lara", yes: false, isNew: false, role: undefined, to });
  for (const to of ["yann", "olga"])
    await expect(remove(to)).rejects.toThrow(`${to} can't take requests over`);
  expect(await countOpenRequests(leaving.id)).toBe(1);
  await administrator("carl", "counter");
  expect(await remove("carl")).toContain("1 open request is assigned to carl now.");
});

test("a list that is being sent ends with what let its reader in: the session, the account, its role, the token, its owner", async () => {
  const owner = await administrator();
  await administrator();
  const clerk = await administrator(undefined, "counter");
  const list = { path: "/admin/customers", method: "GET" };
  let { session } = await sessionOf(clerk, NOW);
  expect(await mayGoOn(session, list, NOW)).toBe(true);
  await endSessions(clerk.id, {});
  expect(await mayGoOn(session, list, NOW)).toBe(false);
  // By then it would have been over by itself, which cuts nothing off.
  expect(await mayGoOn(session, list, session.expiresAt)).toBe(true);
  ({ session } = await sessionOf(clerk, NOW));
  expect(await mayGoOn(session, list, NOW)).toBe(true);
  await byHand(() => changeRole(clerk.id, "yard", null));
  expect(await mayGoOn(session, list, NOW)).toBe(false);
  await byHand(() => changeRole(clerk.id, "counter", null));
  await byHand(() => turnOff(clerk.id, null));
  expect(await mayGoOn(session, list, NOW)).toBe(false);
  await byHand(() => removeAdministrator(clerk.username));
  expect(await mayGoOn(session, list, NOW)).toBe(false);

  const by = { now: NOW, accountId: owner.id, username: owner.username };
  const tokenFor = async (name: string) => {
    await as(by, () => createApiToken({ name, role: "counter" }));
    const [token] = (await listApiTokens()).filter((one) => one.name === name);
    const user = { _id: token?.id ?? "", username: name };
    return { ...session, id: user._id, user };
  };
  const [prices, website] = [await tokenFor("Prices"), await tokenFor("Website")];
  const call = { path: "/api/admin/customers", method: "GET" };
  expect([await mayGoOn(prices, call, NOW), await mayGoOn(website, call, NOW)]).toEqual([true, true]);
  await as(by, () => revokeApiToken(prices.id));
  expect([await mayGoOn(prices, call, NOW), await mayGoOn(website, call, NOW)]).toEqual([false, true]);
  await byHand(() => turnOff(owner.id, null));
  expect(await mayGoOn(website, call, NOW)).toBe(false);
});
