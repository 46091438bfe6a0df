import { existsSync } from "node:fs";
import path from "node:path";

/** True if a program is on the PATH. */
export function isInstalled(program) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, program)));
}
