import path from "node:path";
import { failWithoutDatabase, isDatabaseMissing } from "~/db/missing-database.server";

const HELP = `npm run settings -- export [FILE] writes the business as the site has it now, in the format of business.json; without FILE, it's printed. npm run settings -- import FILE stores what such a file says, as if it were saved in the browser; a section of Settings that it doesn't mention stays as it is. The site may be running, and shows what was imported on the next page.`;

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
  if (isDatabaseMissing()) return failWithoutDatabase();
  const { exportTo, importFrom } = await import("./settings-file.server");
  return command === "import" && file !== undefined ? importFrom(file) : exportTo(file);
}
