import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root, whatever folder a command is run from. */
export const ROOT = path.resolve(fileURLToPath(new URL("..", import.meta.url)));
process.chdir(ROOT);

/** A path inside the project. */
export const inProject = (...parts) => path.join(ROOT, ...parts);
