import path from "node:path";
import { freePort, type Served, startServed } from "../support/process";
import type { Stage } from "./contest";
import { freshContests } from "./fresh";
import { unchangedContests } from "./unchanged";

/** Starts every server on one core, makes sure that they answer alike, and says what is to be asked of which. */
export async function prepareContests(folder: string, core: number) {
  const started: Served[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  const stage: Stage = {
    folder,
    async serve(options) {
      const log = path.join(folder, "servers.log");
      const server = await startServed({ ...options, log, core, port: await freePort() });
      started.push(server);
      return server;
    },
  };
  try {
    return { contests: [...(await unchangedContests(stage)), ...(await freshContests(stage))], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
