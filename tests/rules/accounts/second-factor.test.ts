import { TOTP } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { findLastChange } from "~/accounts/administrator.server";
import { readSecondFactor } from "~/accounts/factor-state.server";
import { newTotp, resetSecondFactor, turnOnTotp } from "~/accounts/second-factor.server";
import { findSession } from "~/accounts/session.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { as } from "../../support/act";
import { administrator, sessionOf } from "../../support/staff";

beforeAll(() => migrate(engine));

test("an app is not set up in a session that a reset has ended meanwhile, and one that is ends the other sessions", async () => {
  const account = await administrator();
  const turnOn = async (sessionId: string) => {
    const { secret } = newTotp(account.username);
    const code = new TOTP({ secret }).generate();
    const lastChange = await findLastChange(account.id);
    return as({ now: new Date() }, () => turnOnTotp(account, { secret, code, sessionId, lastChange }));
  };
  const [first, other] = [await sessionOf(account, new Date()), await sessionOf(account, new Date())];
  expect(await turnOn(first.session.id)).toHaveLength(10);
  expect(await findSession(other.secret, new Date())).toBeUndefined();
  await as({ now: new Date() }, () => resetSecondFactor(account));
  expect(await turnOn(first.session.id)).toBe("over");
  expect((await readSecondFactor(account.id)).hasTotp).toBe(false);
});
