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

const HELP = `npm run settings -- export [FILE] writes the business as the site has it now, in the form of business.json; without FILE
it is printed. npm run settings -- import FILE stores what such a file says, as if it were saved in the browser; a section of Settings that
it says nothing of stays as it is. The site may be running, and shows what was imported at the next page.`;

/**
 * Runs `npm run settings` with its arguments.
 * @param folder the folder that a relative path starts from
 * @returns the exit status: 0 done, 1 failed, 2 usage error
 */
export async function runSettingsCommand(args: string[], folder: string): Promise<number> {
  const [command, named, ...rest] = args;
  if (command === "--help" || command === "-h") {
    console.log(HELP);
    return 0;
  }
  const isRight = command === "export" || (command === "import" && named !== undefined);
  if (!isRight || rest.length > 0) {
    console.error(HELP);
    return 2;
  }
  const file = named === undefined ? undefined : path.resolve(folder, named);
  await migrate(engine);
  await refreshSettings();
  return command === "import" && file !== undefined ? importFrom(file) : exportTo(file);
}

function exportTo(file: string | undefined): number {
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

/** A file that its owner alone reads, whatever was there: the addresses of private feeds are in it. */
function writePrivately(file: string, text: string): void {
  // A file that is written over keeps its mode.
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file);
  writeFileSync(file, text, { mode: 0o600 });
  giveToOwnerOf(path.dirname(file), file);
}

/** @throws StartError if the file can't be read */
async function importFrom(file: string): Promise<number> {
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
