// npm starts its scripts in the project's folder, and says here where it was called.
const calledFrom = process.env.INIT_CWD ?? process.cwd();
const { importBuilt } = await import("./program.mjs");
const { startErrorMessage } = await import("./serve.mjs");

// npm run restore -- <path>: puts a backup in the place of the data; the site must be stopped.
process.env.NODE_ENV ??= "production";
try {
  const { runRestoreCommand } = await importBuilt("backup.js");
  process.exitCode = await runRestoreCommand(process.argv.slice(2), calledFrom);
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
