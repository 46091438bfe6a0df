// Where the command was typed; the project's scripts run in its root.
const folder = process.env.INIT_CWD ?? process.cwd();
const { importBuilt } = await import("./program.mjs");
const { printStartError } = await import("./serve.mjs");

// npm run move -- --uploads PLACE: copies the pictures to a bucket or a folder.
process.env.NODE_ENV ??= "production";
try {
  const { runMoveCommand } = await importBuilt("move.js");
  process.exitCode = await runMoveCommand(process.argv.slice(2), folder);
} catch (error) {
  printStartError(error);
  process.exitCode = 1;
}
