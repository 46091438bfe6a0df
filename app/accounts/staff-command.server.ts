import { isDatabaseMissing } from "~/db/missing-database.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { printError, printLines } from "~/values/terminal";
import { CommandError } from "./command-error";
import { noDatabaseYet, parseStaffCommand, STAFF_HELP } from "./staff-options";

/**
 * Runs `npm run staff` with its arguments on the site's database; the site may be running.
 * @returns the exit status: 0 done, 1 failed, 2 usage error
 */
export async function runStaffCommand(args: string[]): Promise<number> {
  try {
    const command = parseStaffCommand(args);
    if (!command) {
      console.log(STAFF_HELP);
      return 0;
    }
    if (!command.isNew && isDatabaseMissing()) throw new CommandError(noDatabaseYet(databaseFile));
    // Opens the database, and SQLite makes one that is not there.
    const { runAccountCommand } = await import("./staff-accounts.server");
    printLines(`${await runAccountCommand(command)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printError(error.message);
    return error.status;
  }
}
