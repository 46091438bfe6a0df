import { TOTP } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { createApiToken, listApiTokens, revokeApiToken } from "~/accounts/api-tokens.server";
import { readSecondFactor } from "~/accounts/factor-state.server";
import {
  newTotp,
  replaceRecoveryCodes,
  resetSecondFactor,
  takeCode,
  turnOnTotp,
} from "~/accounts/second-factor.server";
import { findSession } from "~/accounts/session.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { administrator, sessionOf } from "../../support/staff";

beforeAll(() => migrate(engine));

test("an app is not set up in a session that a reset has ended meanwhile, and one that is ends the other sessions", async () => {
  const account = await administrator();
  const turnOn = (sessionId: string) => {
    const { secret } = newTotp(account.username);
    const code = new TOTP({ secret }).generate();
    return as({ now: new Date() }, () => turnOnTotp(account, { secret, code, sessionId }));
  };
  const [first, other] = [await sessionOf(account, new Date()), await sessionOf(account, new Date())];
  expect(await turnOn(first.session.id)).toHaveLength(10);
  expect(await findSession(other.secret, new Date())).toBeUndefined();
  await as({ now: new Date() }, () => resetSecondFactor(account));
  expect(await turnOn(first.session.id)).toBeUndefined();
  expect((await readSecondFactor(account.id)).hasTotp).toBe(false);
});

test("a token that was revoked and codes that were used or replaced are noted, so that no restore brings them back", async () => {
  const account = await administrator();
  const by = {
    now: new Date(),
    accountId: account.id,
    username: account.username,
  } as const;
  const noted = async (kind: "apiToken" | "recoveryCode") =>
    (await db.selectFrom("erasures").select("recordId").where("recordKind", "=", kind).execute()).length;
  await as(by, () => createApiToken({ name: "Website", role: "yard" }));
  const [token] = await as(by, listApiTokens);
  expect(await as(by, () => revokeApiToken(token?.id ?? ""))).toBe(true);
  expect(await noted("apiToken")).toBe(1);

  const { secret } = newTotp(account.username);
  const { session } = await sessionOf(account, new Date());
  const code = new TOTP({ secret }).generate();
  const [first = ""] =
    (await as(by, () => turnOnTotp(account, { secret, code, sessionId: session.id }))) ?? [];
  expect(await as(by, () => takeCode(account, first))).toBe("right");
  expect(await noted("recoveryCode")).toBe(1);
  await as(by, () => replaceRecoveryCodes(account));
  expect(await noted("recoveryCode")).toBe(10);
});
