import type { ActionFunctionArgs } from "@remix-run/node";
import { TOTP } from "otpauth";
import { beforeAll, expect, test, vi } from "vitest";
import {
  type Administrator,
  findAdministratorById,
  findLastChange,
  setEmail,
} from "~/accounts/administrator.server";
import { changeRole, signOutEverywhere, turnOff, turnOn } from "~/accounts/people.server";
import { newTotp, replaceRecoveryCodes, takeCode, turnOnTotp } from "~/accounts/second-factor.server";
import { action as actOnPerson } from "~/accounts/staff/person";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { assignRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { newPartRequest } from "../../support/requests";
import { administrator, sessionOf, signedIn } from "../../support/staff";

vi.hoisted(() => {
  // Mail is queued; nobody is there to take it.
  process.env.SMTP_URL = "smtp://127.0.0.1:1";
  process.env.MAIL_FROM = "office@yard.example";
  process.env.PUBLIC_URL = "https://yard.example";
});

beforeAll(() => migrate(engine));

const HOUR_MS = 60 * 60 * 1000;

/** An account with an app, whose mail goes to this address. */
async function withApp(email: string): Promise<{ account: Administrator; codes: string[] }> {
  const { id, username } = await administrator();
  await as({ now: new Date() }, () => setEmail(id, email));
  const account = await findAdministratorById(id);
  if (!account) throw new Error("The account is gone.");
  const { session } = await sessionOf(account, new Date());
  const { secret } = newTotp(username);
  const code = new TOTP({ secret }).generate();
  const lastChange = await findLastChange(id);
  const codes = await as({ now: new Date() }, () =>
    turnOnTotp(account, { secret, code, sessionId: session.id, lastChange }),
  );
  if (typeof codes === "string") throw new Error(codes);
  return { account, codes };
}

/** Uses up the recovery codes and makes new ones, over and over: 55 changes. */
async function useUp(account: Administrator, codes: readonly string[], now: Date): Promise<void> {
  let left = codes;
  for (let round = 1; round <= 5; round++) {
    for (const code of left) expect(await as({ now }, () => takeCode(account, code))).toBe("right");
    left = await as({ now }, () => replaceRecoveryCodes(account));
  }
}

const mailsTo = (email: string) =>
  db.selectFrom("outbox").select("text").where("to", "=", email).orderBy("id").execute();

test("an address is told of twenty changes of an account within an hour at most, of the others the history alone", async () => {
  const { account, codes } = await withApp("stranger@victim.example");
  await useUp(account, codes, new Date());
  const mails = await mailsTo("stranger@victim.example");
  expect(mails).toHaveLength(20);
  expect(mails[0]?.text).toContain("An authenticator app was set up for your account.");
  expect(mails[18]?.text).not.toContain("messages within an hour");
  expect(mails[19]?.text).toContain(
    "That's 20 messages within an hour. Anything more is in the site's history",
  );
  const lines = await db.selectFrom("changes").select("id").where("recordId", "=", account.id).execute();
  expect(lines.length).toBeGreaterThan(55);

  // Another account's, another address and another hour count anew.
  const { account: other } = await withApp("other@yard.example");
  expect(await mailsTo("other@yard.example")).toHaveLength(1);
  await as({ now: new Date() }, () => setEmail(account.id, "mine@yard.example"));
  expect(await mailsTo("stranger@victim.example")).toHaveLength(20);
  const moved = { ...account, email: "mine@yard.example" };
  await as({ now: new Date() }, () => replaceRecoveryCodes(moved));
  expect(await mailsTo("mine@yard.example")).toHaveLength(1);
  await as({ now: new Date(Date.now() + HOUR_MS) }, () => replaceRecoveryCodes(account));
  expect(await mailsTo("stranger@victim.example")).toHaveLength(21);
  await as({ now: new Date(Date.now() + HOUR_MS) }, () => replaceRecoveryCodes(other));
  expect(await mailsTo("other@yard.example")).toHaveLength(2);
});

test("a password link goes to the address that an account has by then, not to one that it has just given up", async () => {
  const { cookie } = await signedIn();
  const { id } = await administrator(undefined, "counter");
  await as({ now: new Date() }, () => setEmail(id, "former@yard.example"));
  let press = () => {};
  const isPressed = new Promise<void>((resolve) => {
    press = resolve;
  });
  const moved = as({ now: new Date() }, () =>
    transaction(async () => {
      await isPressed;
      await setEmail(id, "present@yard.example");
    }),
  );
  // The form arrives once the account was read, and what it asks for waits for the other change.
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        press();
        controller.enqueue(new TextEncoder().encode("intent=mail-link"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", headers: { Cookie: cookie }, body, duplex: "half" } as RequestInit;
  const request = new Request(`https://yard.example/admin/people/${id}`, init);
  const context = { requestId: "test", clientIp: "203.0.113.7" };
  await actOnPerson({ request, context, params: { id } } as unknown as ActionFunctionArgs);
  await moved;
  const links = async (email: string) =>
    (await mailsTo(email)).filter(({ text }) => text.includes("/choose-password?key="));
  expect(await links("former@yard.example")).toEqual([]);
  expect(await links("present@yard.example")).toHaveLength(1);
});

test("an account is told that it was turned off and on, signed out, and given another role", async () => {
  const { id } = await administrator(undefined, "yard");
  await as({ now: new Date() }, () => setEmail(id, "told@yard.example"));
  const account = await findAdministratorById(id);
  if (!account) throw new Error("The account is gone.");
  const act = (run: () => Promise<unknown>) => as({ now: new Date() }, run);
  await act(() => signOutEverywhere(account));
  await act(() => changeRole(id, "counter", undefined));
  await act(() => turnOff(id, null));
  await act(() => turnOn(id));
  const [signedOut, role, off, on, ...more] = (await mailsTo("told@yard.example")).map(({ text }) => text);
  expect(more).toEqual([]);
  expect(signedOut).toContain("An owner signed you out everywhere.");
  for (const text of [signedOut, role, off, on])
    expect(text).toContain("If you don't know why, ask an owner of the site.");
  expect(role).toContain("Your role is Counter now.");
  expect(off).toContain("Your account was turned off: you can't sign in anymore.");
  expect(off).not.toMatch(/change your password|https:/);
  expect(on).toContain("Your account was turned on again.");
});

test("whoever takes over the requests of somebody who is turned off or gets another role is told of them", async () => {
  const owner = await administrator();
  const byOwner = <Result>(run: () => Promise<Result>) =>
    as({ accountId: owner.id, username: owner.username, now: new Date() }, run);
  const successor = await administrator(undefined, "counter");
  await byOwner(() => setEmail(successor.id, "successor@yard.example"));
  const told = async () => (await mailsTo("successor@yard.example")).map(({ text }) => text);
  const before = (await told()).length;
  const leaves = [
    (id: string) => turnOff(id, successor.id),
    (id: string) => changeRole(id, "yard", successor.id),
  ];
  for (const [index, leave] of leaves.entries()) {
    const leaving = await administrator(undefined, "counter");
    for (const request of [await newPartRequest(), await newPartRequest()])
      await byOwner(() =>
        assignRequest(PART_REQUESTS, request, { assigneeId: leaving.id, expectedVersion: null }),
      );
    expect(await byOwner(() => leave(leaving.id))).toBe("done");
    const mails = (await told()).slice(before);
    expect(mails).toHaveLength(index + 1);
    expect(mails[index]).toContain(`${owner.username} assigned 2 part requests to you.`);
  }
});
