import { createInterface } from "node:readline/promises";
import { business } from "~/business/business.server";
import { actAs, COMMAND_LINE } from "~/context.server";
import { databaseName, engine, transaction } from "~/db/connection.server";
import { listKnown, migrate } from "~/db/migrate.server";
import { isMailOn } from "~/mail/settings.server";
import { countOpenRequests, handOverRequests } from "~/requests/work.server";
import { refreshSettings } from "~/settings/store.server";
import { dayInTimeZone } from "~/values/format";
import { printError } from "~/values/terminal";
import { accountEmailSchema, type newPasswordSchema, usernameSchema } from "./administrator";
import {
  type Administrator,
  createAdministrator,
  findAdministrator,
  isAssignee,
  listAdministrators,
  removeAdministrator,
  setEmail,
  setPassword,
} from "./administrator.server";
import { CommandError } from "./command-error";
import { newPasswordSchemaFor } from "./new-password.server";
import { hashPassword } from "./password.server";
import { isLastOwner } from "./people.server";
import { promptPassword } from "./prompt-password.server";
import { ROLE_LABELS, type Role, toldOf, toRole } from "./roles";
import { resetSecondFactor } from "./second-factor.server";
import { type AccountCommand, noDatabaseYet } from "./staff-options";

/** What `--to` takes for no account, and for no address. */
const NOBODY = "nobody";
const NOWHERE = "nowhere";

/**
 * Runs a parsed command on the site's database; which one that is goes to standard error.
 * @returns what was done, in a sentence
 * @throws CommandError if nothing was
 */
export async function runAccountCommand({
  command,
  name,
  role,
  yes,
  isNew,
  to,
}: AccountCommand): Promise<string> {
  if (!isNew && (await listKnown(engine)).length === 0) throw new CommandError(noDatabaseYet(databaseName));
  printError(`Database: ${databaseName}`);
  await migrate(engine);
  // The mail server, the business's name and its time zone may be in Settings.
  await refreshSettings();
  if (command === "list") return listAccounts();
  if (command === "add") return addAccount(parseOrThrow(usernameSchema, name), role);
  const account = await findAccount(name);
  if (command === "email") return saveEmail(account, to ?? NOWHERE);
  return command === "reset" ? resetAccount(account) : removeAccount(account, { yes, to });
}

function byCommand<Result>(run: () => Promise<Result>): Promise<Result> {
  return actAs(COMMAND_LINE, new Date(), run);
}

async function findAccount(username: string): Promise<Administrator> {
  const account = await findAdministrator(username);
  if (!account) throw new CommandError(`There is no account ${username} in ${databaseName}.`);
  return account;
}

async function addAccount(username: string, role: Role | undefined): Promise<string> {
  const taken = new CommandError(
    `The account ${username} already exists. To give it a new password: npm run staff -- reset ${username}`,
  );
  if (await findAdministrator(username)) throw taken;
  const passwordHash = await newPasswordHash(username);
  if (!(await byCommand(() => createAdministrator({ username, passwordHash, ...(role && { role }) }))))
    throw taken;
  return `${username} can sign in now.`;
}

async function listAccounts(): Promise<string> {
  const accounts = await listAdministrators();
  if (accounts.length === 0) return `There are no accounts in ${databaseName} yet.`;
  const longest = Math.max(...accounts.map(({ username }) => username.length));
  return accounts
    .map(
      ({ username, role, turnedOffAt, createdAt }) =>
        `${username.padEnd(longest)}  ${ROLE_LABELS[toRole(role)]}${turnedOffAt ? ", turned off" : ""}, since ${dayInTimeZone(business.timeZone, new Date(createdAt))}`,
    )
    .join("\n");
}

async function saveEmail({ id, username, role }: Administrator, to: string): Promise<string> {
  const parsed = accountEmailSchema.safeParse({ email: to === NOWHERE ? "" : to });
  if (!parsed.success) throw new CommandError(`${to} isn't a valid email address.`);
  const { email } = parsed.data;
  await byCommand(() => setEmail(id, email));
  if (!email) return `${username} has no email address now.`;
  return `${username} is emailed about ${toldOf(toRole(role))} at ${email}${isMailOn() ? "" : ", once email is on"}.`;
}

async function resetAccount(account: Administrator): Promise<string> {
  const { username } = account;
  const passwordHash = await newPasswordHash(username);
  const hadFactor = await byCommand(() =>
    transaction(async () => {
      await setPassword(username, passwordHash);
      return resetSecondFactor(account);
    }),
  );
  const factor = hadFactor ? " Its second factor was removed: set up another one under Your Account." : "";
  const off = account.turnedOffAt
    ? " It's turned off: it can't sign in until an owner turns it on under People."
    : "";
  return `${username} has a new password and is signed out everywhere.${factor}${off}`;
}

async function removeAccount(
  account: Administrator,
  { yes, to }: Pick<AccountCommand, "yes" | "to">,
): Promise<string> {
  const { username } = account;
  const last = (await listAdministrators()).length === 1;
  if (last && !yes) {
    throw new CommandError(
      `${username} is the last account: without it no one can sign in, and the next start creates a first account again. If that's what you want: npm run staff -- remove ${username} --yes`,
    );
  }
  if (!last && !yes && (await isLastOwner(account))) {
    throw new CommandError(
      `${username} is the last owner who can sign in: without them no one can change settings or add people. If that's what you want: npm run staff -- remove ${username} --yes`,
    );
  }
  const isWorking = (await countOpenRequests(account.id)) > 0;
  const successor = to ?? (isWorking ? await askWhoTakesOver(account) : undefined);
  const assigneeId =
    successor === undefined || successor === NOBODY ? null : (await findAccount(successor)).id;
  if (assigneeId === account.id) throw new CommandError(`${username} can't take over from ${username}.`);
  const count = await byCommand(() =>
    transaction(async () => {
      if (assigneeId !== null && !(await isAssignee(assigneeId)))
        throw new CommandError(
          `${successor} can't take requests over: the account is turned off, has yet to choose a password, or its role has no requests. Nothing was changed.`,
        );
      // One may have been assigned since it was counted.
      if (successor === undefined && (await countOpenRequests(account.id)) > 0)
        throw new CommandError(
          `${username} was just assigned a request. Nothing was changed. Please try again.`,
        );
      if (!yes && (await isLastOwner(account)))
        throw new CommandError(`${username} is the last owner who can sign in now. Nothing was changed.`);
      const count = await handOverRequests({ from: account.id, to: assigneeId });
      await removeAdministrator(username);
      return count;
    }),
  );
  const handedOver = count > 0 ? ` ${openRequests(count)} assigned to ${successor} now.` : "";
  return `${username} was removed and signed out everywhere.${handedOver}`;
}

/** @throws CommandError if there is nobody to ask, or no answer */
async function askWhoTakesOver({ id, username }: Administrator): Promise<string> {
  const open = await countOpenRequests(id);
  const question = `${username} has ${open} open ${open === 1 ? "request. Who should take it over?" : "requests. Who should take them over?"}`;
  if (!process.stdin.isTTY) {
    throw new CommandError(
      `${question} Nothing was changed. Say so: npm run staff -- remove ${username} --to <name>, or --to ${NOBODY}`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (await terminal.question(`${question} A name, or ${NOBODY}: `)).trim();
    if (!answer) throw new CommandError("Nothing was changed.");
    return answer;
  } finally {
    terminal.close();
  }
}

function openRequests(count: number): string {
  return count === 1 ? "1 open request is" : `${count} open requests are`;
}

async function newPasswordHash(username: string): Promise<string> {
  const schema = newPasswordSchemaFor(username);
  const check = (password: string) => schema.safeParse(password).error?.issues[0]?.message;
  const result = await promptPassword(username, check);
  if (!result.ok) throw new CommandError(result.message);
  return hashPassword(parseOrThrow(schema, result.password));
}

function parseOrThrow(schema: typeof usernameSchema | typeof newPasswordSchema, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommandError(parsed.error.issues[0]?.message ?? "That isn't valid.");
}
