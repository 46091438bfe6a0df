import { randomInt } from "node:crypto";
import { hashPassword } from "./auth/password.server";
import { business } from "./business.server";
import { config } from "./config.server";
import { logSecurity } from "./doors/log.server";
import { FIRST_USERNAME } from "./models/administrator";
import { createFirstAdministrator, hasNoAdministrators } from "./models/administrator.server";
import { EASY_PASSWORD_SENTENCE, isEasyPassword } from "./models/easy-password";
import { StartError } from "./startup.server";

/** An account that a start has made; with its password where nobody has chosen one. */
export interface FirstAccount {
  username: string;
  password?: string;
}

/**
 * Makes the first account where there is none: of `ADMIN_USERNAME` and `ADMIN_PASSWORD`, else `admin` with a random
 * password (decisions, sections 4 and 11). That password is in no log and no file, so it is made only where `tell` can
 * show it to somebody.
 * @throws StartError where the chosen password is easily guessed
 */
export async function makeFirstAccount(tell?: (account: FirstAccount) => void): Promise<void> {
  if (!(await hasNoAdministrators())) return;
  const { ADMIN_USERNAME: username = FIRST_USERNAME, ADMIN_PASSWORD: chosen } = config;
  if (chosen === undefined && !tell) return;
  if (chosen !== undefined && isEasyPassword(chosen, { username, business: business.name })) {
    throw new StartError(`Environment: ADMIN_PASSWORD: ${EASY_PASSWORD_SENTENCE}`);
  }
  const password = chosen ?? readablePassword();
  const made = await createFirstAdministrator(
    { username, passwordHash: await hashPassword(password) },
    new Date(),
  );
  if (!made) return;
  logSecurity("account-made", { administratorId: made.id });
  tell?.(chosen === undefined ? { username, password } : { username });
}

// Without letters and figures that are easily taken for each other: 15 of 31 are 74 bits.
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

function readablePassword(): string {
  const group = () => Array.from({ length: 5 }, () => READABLE[randomInt(READABLE.length)]).join("");
  return [group(), group(), group()].join("-");
}
