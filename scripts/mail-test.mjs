import { importBuilt } from "./program.mjs";
import { startErrorMessage } from "./serve.mjs";

// npm run mail:test -- <address>: sends one message and prints what the mail server answered.
process.env.NODE_ENV ??= "production";
try {
  const site = await importBuilt();
  process.exitCode = await site.runMailTestCommand(process.argv.slice(2));
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
