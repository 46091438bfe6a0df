import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the running program: the checkout, or a release. The data's folders are relative to the working directory. */
const PROGRAM_FOLDER = findProgramFolder(path.dirname(fileURLToPath(import.meta.url)));

/** A path in the running program, such as a file of its build. */
export const inProgram = (...parts: string[]): string => path.join(PROGRAM_FOLDER, ...parts);

/** Its version. Read here and not built in: a release that changes nothing else isn't rebuilt. */
export const VERSION: string = JSON.parse(readFileSync(inProgram("package.json"), "utf8")).version;

/** The release that runs, as `npm run update` names it; undefined where the checkout itself runs. */
export const RELEASE =
  path.basename(path.dirname(PROGRAM_FOLDER)) === "releases" ? path.basename(PROGRAM_FOLDER) : undefined;

/** The sources and the bundle are at different depths below it. */
function findProgramFolder(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : findProgramFolder(path.dirname(folder));
}
