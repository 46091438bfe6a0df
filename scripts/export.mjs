// Where the command was typed; the project's scripts run in its root.
const folder = process.env.INIT_CWD ?? process.cwd();
const { importBuilt } = await import("./program.mjs");
const { startErrorMessage } = await import("./serve.mjs");

// npm run export [-- --to FILE]: everything in one zip file, whether the site runs or not.
process.env.NODE_ENV ??= "production";
try {
  const site = await importBuilt();
  process.exitCode = await site.runExportCommand(process.argv.slice(2), folder);
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
