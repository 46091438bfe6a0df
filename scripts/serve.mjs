/**
 * Loads the built site and starts it. A reason not to start is one sentence, not a stack.
 * @param {(site: object) => Promise<void>} [prepare] what is done first, with the loaded site
 */
export async function serveBuiltSite(prepare) {
  try {
    const site = await import("../build/server/index.js");
    await prepare?.(site);
    const server = await site.serve({ tellFirstAccount });
    sayWhereToLook(site, server);
  } catch (error) {
    console.error(startProblem(error));
    process.exit(1);
  }
}

/** Shows the account that a start has made, at the terminal and nowhere else. */
export function tellFirstAccount({ username, password }) {
  console.log(`The first account is made: ${username}`);
  if (password) console.log(`Its password, shown this once: ${password}`);
}

/** Says where the site can be looked at, and where staff sign in. */
export function sayWhereToLook(site, server) {
  console.log(`${site.business.name} is open at ${site.siteAddress(server)}`);
  console.log(`Staff sign in at ${site.signInAddress(server)} (accounts: npm run staff -- help)`);
}

/** One sentence for what a person can mend; the whole error for what only a developer can. */
export function startProblem(error) {
  if (error?.name === "StartError") return error.message;
  if (error?.code === "EADDRINUSE") return `PORT: ${error.port} is in use already. Set PORT to another.`;
  if (error?.code === "EACCES" && error.syscall === "listen")
    return `PORT: ${error.port} is not open to this user.`;
  return error;
}
