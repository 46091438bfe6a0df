import { parseArgs } from "node:util";
import { business } from "~/business/business.server";
import { databaseName, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { dayInTimeZone } from "~/values/format";
import { type newPasswordSchema, usernameSchema } from "./administrator";
import {
  createAdministrator,
  findAdministrator,
  listAdministrators,
  removeAdministrator,
  setPassword,
} from "./administrator.server";
import { newPasswordSchemaFor } from "./new-password.server";
import { hashPassword } from "./password.server";
import { promptPassword } from "./prompt-password.server";

const HELP = `Staff accounts, in ${databaseName}

  npm run staff -- add <name>       adds an account
  npm run staff -- list             lists the accounts
  npm run staff -- reset <name>     gives an account a new password and ends its sessions
  npm run staff -- remove <name>    removes an account and ends its sessions; the last one only with --yes

You'll be asked for the password, or it's read from standard input: echo 'the password' | npm run staff -- add <name>`;

const NO_ARGUMENT =
  "Don't type the password in the command: others on this machine could read it. Leave it out and you'll be asked for it. Put quotes around a name with spaces.";

/** The command failed: the message goes to standard error, and the process exits with this status. */
class CommandError extends Error {
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/**
 * Runs `npm run staff` with its arguments on the database of `DATA_DIR`; the site may be running.
 * @returns the exit status: 0 done, 1 failed, 2 usage error
 */
export async function runStaffCommand(args: string[]): Promise<number> {
  try {
    console.log(await runCommand(args));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return error.status;
  }
}

async function runCommand(args: string[]): Promise<string> {
  const { command, name, yes } = parseCommand(args);
  if (command === "help") return HELP;
  await migrate(engine);
  if (command === "list") return listAccounts();
  const username = parseOrThrow(usernameSchema, name);
  if (command === "add") return addAccount(username);
  const account = await findAdministrator(username);
  if (!account) throw new CommandError(`There is no account ${username} in ${databaseName}.`);
  return command === "reset" ? resetAccount(account.username) : removeAccount(account.username, yes);
}

const COMMANDS = ["add", "list", "reset", "remove", "help"] as const;

function parseCommand(args: string[]) {
  let values: { yes?: boolean; help?: boolean };
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args,
      options: { yes: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    }));
  } catch {
    const secret = args.some((arg) => /^-+p/i.test(arg));
    throw new CommandError(secret ? NO_ARGUMENT : HELP, 2);
  }
  const [given = "help", name = "", ...rest] = positionals;
  const command = COMMANDS.find((known) => known === given);
  if (values.help || command === "help") return { command: "help" as const, name, yes: false };
  if (!command) throw new CommandError(HELP, 2);
  if (rest.length > 0) throw new CommandError(NO_ARGUMENT, 2);
  if (command !== "list" && !name)
    throw new CommandError(`Name the account: npm run staff -- ${command} <name>`, 2);
  if (command === "list" && name) throw new CommandError(HELP, 2);
  return { command, name, yes: values.yes ?? false };
}

async function addAccount(username: string): Promise<string> {
  const taken = new CommandError(
    `The account ${username} already exists. To give it a new password: npm run staff -- reset ${username}`,
  );
  if (await findAdministrator(username)) throw taken;
  const passwordHash = await newPasswordHash(username);
  if (!(await createAdministrator({ username, passwordHash }, new Date()))) throw taken;
  return `${username} can sign in now.`;
}

async function listAccounts(): Promise<string> {
  const accounts = await listAdministrators();
  if (accounts.length === 0) return `There are no accounts in ${databaseName} yet.`;
  const longest = Math.max(...accounts.map(({ username }) => username.length));
  return accounts
    .map(
      ({ username, createdAt }) =>
        `${username.padEnd(longest)}  since ${dayInTimeZone(business.timeZone, new Date(createdAt))}`,
    )
    .join("\n");
}

async function resetAccount(username: string): Promise<string> {
  await setPassword(username, await newPasswordHash(username), new Date());
  return `${username} has a new password and is signed out everywhere.`;
}

async function removeAccount(username: string, yes: boolean): Promise<string> {
  const last = (await listAdministrators()).length === 1;
  if (last && !yes) {
    throw new CommandError(
      `${username} is the last account: without it no one can sign in, and the next start creates a first account again. If that's what you want: npm run staff -- remove ${username} --yes`,
    );
  }
  await removeAdministrator(username, new Date());
  return `${username} was removed and signed out everywhere.`;
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
