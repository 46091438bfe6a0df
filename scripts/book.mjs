import { runCommand } from "./command.mjs";

// npm run book -- verify [HASH]: whether the book's chain is whole, whether the site runs or not.
await runCommand("runBookCommand");
