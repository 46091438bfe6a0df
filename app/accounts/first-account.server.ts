import { config } from "~/config.server";
import { actAs, THE_SITE } from "~/context.server";
import { logSecurity } from "~/http/log.server";
import { StartError } from "~/values/start-error";
import { FIRST_USERNAME } from "./administrator";
import { createFirstAdministrator, hasNoAdministrators } from "./administrator.server";
import { newPasswordSchemaFor } from "./new-password.server";
import { hashPassword } from "./password.server";
import { makePasswordLink } from "./people.server";
import { randomReadable } from "./readable.server";

/** The account that was created at startup, with its password if that is random. */
export interface FirstAccount {
  username: string;
  password?: string;
  /** The secret of the link where its owner names it and chooses a password; only with a random one. */
  setUpKey?: string;
}

/**
 * Creates the first account if there is none: from `ADMIN_USERNAME` and `ADMIN_PASSWORD`, or else `admin` with a random
 * password.
 * @param show displays the account; without it no random password is generated, because it is never logged or stored
 * @throws StartError if ADMIN_PASSWORD is easy to guess
 */
export async function createFirstAccount(show?: (account: FirstAccount) => void): Promise<void> {
  if (!(await hasNoAdministrators())) return;
  const { ADMIN_USERNAME: username = FIRST_USERNAME, ADMIN_PASSWORD: chosen } = config;
  if (chosen === undefined && !show) return;
  const problem = chosen && newPasswordSchemaFor(username).safeParse(chosen).error?.issues[0]?.message;
  if (problem) throw new StartError(`Environment: ADMIN_PASSWORD: ${problem}`);
  // 74 bits.
  const password = chosen ?? randomReadable({ groups: 3, length: 5 });
  const account = await createFirstAdministrator(
    { username, passwordHash: await hashPassword(password) },
    new Date(),
  );
  if (!account) return;
  logSecurity("account-created", { administratorId: account.id });
  if (chosen !== undefined) return show?.({ username });
  const { secret } = await actAs(THE_SITE, new Date(), () => makePasswordLink(account));
  show?.({ username, password, setUpKey: secret });
}
