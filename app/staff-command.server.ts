import { parseArgs } from "node:util";
import { askPassword } from "./ask-password.server";
import { hashPassword } from "./auth/password.server";
import { business } from "./business.server";
import { databaseFile, db, sqlite } from "./db/connection.server";
import { migrate } from "./db/migrate.server";
import { newPasswordSchema, usernameSchema } from "./models/administrator";
import {
  createAdministrator,
  findAdministrator,
  listAdministrators,
  removeAdministrator,
  resetPassword,
} from "./models/administrator.server";
import { EASY_PASSWORD_SENTENCE, isEasyPassword } from "./models/easy-password";
import { dayIn } from "./models/format";

const HELP = `Staff's accounts, in ${databaseFile}

  npm run staff -- add <name>       makes an account
  npm run staff -- list             lists the accounts
  npm run staff -- reset <name>     gives an account a new password and ends its sessions
  npm run staff -- remove <name>    removes an account and ends its sessions; the last one with --yes alone

The password is asked for, or read from standard input: echo 'the password' | npm run staff -- add <name>`;

const NO_ARGUMENT =
  "A password is never given as an argument: others on this machine could read it. Leave it out, and it is asked for. A name of several words goes in quotes.";

/** Where it goes wrong the sentence goes to standard error, and the command ends with this status. */
class Refusal extends Error {
  constructor(
    sentence: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(sentence);
  }
}

/**
 * What `npm run staff` does with its arguments, on the database of `DATA_DIR`, whether the site runs or not.
 * @returns the status to end with: 0 done, 1 not done, 2 not understood
 */
export async function runStaffCommand(args: string[]): Promise<number> {
  try {
    console.log(await carryOut(args));
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return error.status;
  }
}

async function carryOut(args: string[]): Promise<string> {
  const { command, name, yes } = understood(args);
  if (command === "help") return HELP;
  await migrate({ sqlite, db });
  if (command === "list") return listed();
  const username = checked(usernameSchema, name);
  if (command === "add") return added(username);
  const account = await findAdministrator(username);
  if (!account) throw new Refusal(`There is no account ${username} in ${databaseFile}.`);
  return command === "reset" ? reset(account.username) : removed(account.username, yes);
}

const COMMANDS = ["add", "list", "reset", "remove", "help"] as const;

function understood(args: string[]) {
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
    throw new Refusal(secret ? NO_ARGUMENT : HELP, 2);
  }
  const [asked = "help", name = "", ...rest] = positionals;
  const command = COMMANDS.find((known) => known === asked);
  if (values.help || command === "help") return { command: "help" as const, name, yes: false };
  if (!command) throw new Refusal(HELP, 2);
  if (rest.length > 0) throw new Refusal(NO_ARGUMENT, 2);
  if (command !== "list" && !name) throw new Refusal(`Say whose: npm run staff -- ${command} <name>`, 2);
  if (command === "list" && name) throw new Refusal(HELP, 2);
  return { command, name, yes: values.yes ?? false };
}

async function added(username: string): Promise<string> {
  const taken = new Refusal(
    `There is an account ${username} already. A new password for it: npm run staff -- reset ${username}`,
  );
  if (await findAdministrator(username)) throw taken;
  const passwordHash = await newPasswordHash(username);
  if (!(await createAdministrator({ username, passwordHash }, new Date()))) throw taken;
  return `${username} can sign in now.`;
}

async function listed(): Promise<string> {
  const accounts = await listAdministrators();
  if (accounts.length === 0) return `There is no account in ${databaseFile} yet.`;
  const longest = Math.max(...accounts.map(({ username }) => username.length));
  return accounts
    .map(
      ({ username, createdAt }) =>
        `${username.padEnd(longest)}  since ${dayIn(business.timeZone, new Date(createdAt))}`,
    )
    .join("\n");
}

async function reset(username: string): Promise<string> {
  await resetPassword(username, await newPasswordHash(username), new Date());
  return `${username} has a new password, and is signed out everywhere.`;
}

async function removed(username: string, yes: boolean): Promise<string> {
  const last = (await listAdministrators()).length === 1;
  if (last && !yes) {
    throw new Refusal(
      `${username} is the last account: without it nobody can sign in, and the next start makes a first account again. If that is meant: npm run staff -- remove ${username} --yes`,
    );
  }
  await removeAdministrator(username);
  return `${username} is removed, and signed out everywhere.`;
}

async function newPasswordHash(username: string): Promise<string> {
  const schema = newPasswordSchema.refine(
    (password) => !isEasyPassword(password, { username, business: business.name }),
    EASY_PASSWORD_SENTENCE,
  );
  const check = (password: string) => schema.safeParse(password).error?.issues[0]?.message;
  const answer = await askPassword(username, check);
  if (!answer.ok) throw new Refusal(answer.sentence);
  return hashPassword(checked(schema, answer.password));
}

function checked(schema: typeof usernameSchema | typeof newPasswordSchema, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(parsed.error.issues[0]?.message ?? "That cannot be.");
}
