import { runCommand } from "./command.mjs";

// npm run move -- --uploads PLACE: copies the pictures to a bucket or a folder.
await runCommand("runMoveCommand", "move.js");
