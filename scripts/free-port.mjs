import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Outgoing connections get a port above these from the system, and one of them could have it before a server listens there, or between two of its lives. */
const [LOWEST, HIGHEST] = [10_240, 32_767];

/**
 * A port at which nobody listens.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
