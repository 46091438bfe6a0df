import { existsSync } from "node:fs";
import { config } from "~/config.server";
import { printError } from "~/values/terminal";
import { databaseFile } from "./sqlite/open.server";

/**
 * Whether a command would make the database: SQLite makes one that is not there, and an empty site would pass for the one that was meant.
 * Asked before anything is imported that opens it.
 */
export function isDatabaseMissing(): boolean {
  return config.DATABASE_URL === undefined && !existsSync(databaseFile);
}

/** What is said where there is no database that a command could be meant for. */
export function noDatabase(name: string): string {
  return `There is no site database yet at ${name}. If the site has another, set DATA_DIR or DATABASE_URL as it does.`;
}

/** Says that there is none. @returns the exit status */
export function failWithoutDatabase(): number {
  printError(noDatabase(databaseFile));
  return 1;
}
