// Where the command was typed: npm says it, and the project's own scripts run in its root.
const folder = process.env.INIT_CWD ?? process.cwd();
const { importBuilt } = await import("./program.mjs");
const { printStartError } = await import("./serve.mjs");

/**
 * Runs a command of the built site with this script's arguments and the folder where it was typed.
 * @param name the function that runs it: it gets both and returns the exit status
 * @param file the file of the bundle that has it
 */
export async function runCommand(name, file) {
  process.env.NODE_ENV ??= "production";
  try {
    const site = await importBuilt(file);
    process.exitCode = await site[name](process.argv.slice(2), folder);
  } catch (error) {
    printStartError(error);
    process.exitCode = 1;
  }
}
