import { parseArgs } from "node:util";
import { noDatabase } from "~/db/missing-database.server";
import { CommandError } from "./command-error";
import { ROLES, type Role } from "./roles";

export const STAFF_HELP = `Staff accounts, in the database of DATA_DIR or DATABASE_URL

  npm run staff -- add <name>       adds an account; --new also makes the database, if there is none yet
                                    --role owner, counter, yard or bookkeeper says what it may do; owner by default
  npm run staff -- list             lists the accounts
  npm run staff -- email <name>     sets where an account is emailed about itself: --to <address>, or --to nowhere
  npm run staff -- reset <name>     gives an account a new password, removes its second factor and ends its sessions
  npm run staff -- remove <name>    removes an account and ends its sessions; the last one only with --yes
                                    --to <name> says who takes over its open requests, or --to nobody

You'll be asked for the password, or it's read from standard input: echo 'the password' | npm run staff -- add <name>`;

const NO_ARGUMENT =
  "Don't type the password in the command: others on this machine could read it. Leave it out and you'll be asked for it. Put quotes around a name with spaces.";

const COMMANDS = ["add", "list", "email", "reset", "remove"] as const;

/** A parsed `npm run staff`. */
export interface AccountCommand {
  command: (typeof COMMANDS)[number];
  /** The account; empty for `list`. */
  name: string;
  /** Removes even the last account. */
  yes: boolean;
  /** Makes the database where there is none. */
  isNew: boolean;
  /** What the new account may do. */
  role: Role | undefined;
  /** Who takes over the removed account's open requests, or the account's email address. */
  to: string | undefined;
}

/**
 * Parses the arguments of `npm run staff`; undefined asks for help.
 * @throws CommandError if they are wrong
 */
export function parseStaffCommand(args: string[]): AccountCommand | undefined {
  let values: { yes?: boolean; help?: boolean; new?: boolean; to?: string; role?: string };
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args,
      options: {
        yes: { type: "boolean" },
        new: { type: "boolean" },
        to: { type: "string" },
        role: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    }));
  } catch {
    const secret = args.some((arg) => /^-+p/i.test(arg));
    throw new CommandError(secret ? NO_ARGUMENT : STAFF_HELP, 2);
  }
  const [given = "help", name = "", ...rest] = positionals;
  if (values.help || given === "help") return undefined;
  const command = COMMANDS.find((known) => known === given);
  if (!command) throw new CommandError(STAFF_HELP, 2);
  if (rest.length > 0) throw new CommandError(NO_ARGUMENT, 2);
  if (command !== "list" && !name)
    throw new CommandError(`Name the account: npm run staff -- ${command} <name>`, 2);
  const isMisplaced =
    ((values.new || values.role !== undefined) && command !== "add") ||
    (values.to !== undefined && command !== "remove" && command !== "email");
  if ((command === "list" && name) || isMisplaced) throw new CommandError(STAFF_HELP, 2);
  if (command === "email" && values.to === undefined) throw new CommandError(STAFF_HELP, 2);
  const role = ROLES.find((one) => one === values.role);
  if (values.role !== undefined && !role) throw new CommandError(STAFF_HELP, 2);
  return { command, name, role, yes: values.yes ?? false, isNew: values.new ?? false, to: values.to };
}

/** What is said where there is no database that the command could be meant for. */
export function noDatabaseYet(name: string): string {
  return `${noDatabase(name)} To make this one: npm run staff -- add <name> --new`;
}
