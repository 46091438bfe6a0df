import { fileURLToPath } from "node:url";
import { print, printDefect, printError } from "./terminal.mjs";

// The site goes on where its output is written to a disk that is full, or to a pipe that nobody reads any longer.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

/**
 * Loads the built site and starts it; a startup error is printed as one sentence, without a stack trace. The checkout's
 * `npm start` calls this in a release, which may be another version.
 * @param {(site: object) => Promise<void>} [prepare] runs before the start, with the loaded site
 */
export async function serveBuiltSite(prepare) {
  try {
    const site = await import("../build/server/index.js");
    await prepare?.(site);
    let setUpKey;
    const server = await site.serve({
      showFirstAccount: (account) => {
        ({ setUpKey } = account);
        showFirstAccount(account);
      },
    });
    await printUrls(site, server, setUpKey);
  } catch (error) {
    printStartError(error);
    process.exit(1);
  }
}

/** Prints the account that a start created; it is shown nowhere else. */
export function showFirstAccount({ username, password }) {
  print(`Created the first account: ${username}`);
  if (password) print(`Its password, shown only once: ${password}`);
}

/** Prints the site's URL and the sign-in URL; at a first start also those for other devices, and the link that sets it up. */
export async function printUrls(site, server, setUpKey) {
  print(`${await site.businessName()} is open at ${site.siteUrl(server)}`);
  if (setUpKey) {
    for (const url of site.networkUrls(server)) print(`On your network: ${url}`);
    const { url, phoneUrl } = site.setUpUrls(server, setUpKey);
    print(`Set it up in a browser, within 72 hours: ${url}`);
    if (phoneUrl) print(`Or from a phone on your network: ${phoneUrl}`);
  }
  print(`Staff sign in at ${site.signInUrl(server)} (accounts: npm run staff -- help)`);
}

/** Prints one sentence for an error that the user can fix; otherwise the whole error. */
export function printStartError(error) {
  const sentence = toSentence(error);
  if (sentence) printError(sentence);
  else printDefect(error);
}

function toSentence(error) {
  if (error?.name === "StartError") return error.message;
  if (error?.name === "SqliteError")
    return `The database in DATA_DIR can't be used: ${error.message}. See docs/operations.md.`;
  if (error?.code === "EADDRINUSE") return `PORT: ${error.port} is already in use. Set PORT to another.`;
  if (error?.code === "EACCES" && error.syscall === "listen")
    return `PORT: ${error.port} can't be opened by this user.`;
}

// A trial ends with whoever tries it.
if (process.env.TRIAL) process.stdin.on("close", () => process.exit()).resume();

// The container's command: its build is finished.
if (process.argv[1] === fileURLToPath(import.meta.url)) await serveBuiltSite();
