import { existsSync } from "node:fs";
import { config } from "~/config.server";
import { printError } from "~/values/terminal";
import { databaseFile } from "./sqlite/open.server";

/**
 * Whether a command would create the database: SQLite creates a missing one, and an empty site would pass for the intended one. Asked
 * before importing anything that opens it.
 */
export function isDatabaseMissing(): boolean {
  return config.DATABASE_URL === undefined && !existsSync(databaseFile);
}

/** The message if there is no database for a command to work on. */
export function noDatabase(name: string): string {
  return `There is no site database yet at ${name}. If the site uses another one, set DATA_DIR or DATABASE_URL the same way.`;
}

/** Says that there is none. @returns the exit status */
export function failWithoutDatabase(): number {
  printError(noDatabase(databaseFile));
  return 1;
}
