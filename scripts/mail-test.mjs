import { runCommand } from "./command.mjs";

// npm run mail:test -- <address>: sends one message and prints what the mail server answered.
await runCommand("runMailTestCommand");
