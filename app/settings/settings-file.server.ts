import { rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { businessSource } from "~/business/business.server";
import type { BusinessSource } from "~/business/business-file.server";
import { actAs, COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { readJsonFile } from "~/values/json-file.server";
import { firstIssueMessage } from "~/values/start-error";
import { print, printError, printLines } from "~/values/terminal";
import { importSettings } from "./settings.server";
import { refreshSettings } from "./store.server";

/*
 * What `npm run settings` does, with the database open.
 */

/** Prints the settings, or writes them to a file. @returns the exit status */
export async function exportTo(file: string | undefined): Promise<number> {
  await openSite();
  const text = `${JSON.stringify(businessSource, null, 2)}\n`;
  if (file === undefined) {
    printLines(text);
    return 0;
  }
  try {
    writePrivately(file, text);
  } catch (error) {
    printError(`The settings were not exported: ${(error as Error).message}.`);
    return 1;
  }
  print(file);
  return 0;
}

/** A file that only its owner can read, replacing any other: the addresses of private feeds are in it. */
function writePrivately(file: string, text: string): void {
  // A file that is written over keeps its mode.
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file);
  writeFileSync(file, text, { mode: 0o600 });
  giveToOwnerOf(path.dirname(file), file);
}

/** Stores what a file says. @returns the exit status @throws StartError if the file can't be read */
export async function importFrom(file: string): Promise<number> {
  await openSite();
  const source = readJsonFile("Settings file", file) as BusinessSource;
  const result = await actAs(COMMAND_LINE, new Date(), () => importSettings(source));
  if ("error" in result) {
    printError(`${firstIssueMessage(file, result.error)}. Nothing was changed.`);
    return 1;
  }
  if ("problem" in result) {
    printError(`${result.problem} Nothing was changed.`);
    return 1;
  }
  const { stored } = result;
  print(stored.length > 0 ? `Changed: ${stored.join(", ")}.` : "Nothing has changed.");
  return 0;
}

async function openSite(): Promise<void> {
  await migrate(engine);
  await refreshSettings();
}
