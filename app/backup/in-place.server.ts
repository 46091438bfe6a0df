import { spawn } from "node:child_process";
import type { Server } from "node:http";
import { business } from "~/business/business.server";
import { phoneHref } from "~/business/links";
import { config } from "~/config.server";
import { engine } from "~/db/connection.server";
import { log } from "~/http/log.server";
import { startMaintenance } from "~/http/maintenance.server";
import { runRestore } from "./run.server";

/*
 * A restore from the page Backups. The database can't be replaced under a running site, and the secret that signs sessions is read
 * once, so the site lets go of its data, runs `npm run restore` and starts again as a new process.
 */

type Start = (backup: string) => Promise<void>;

let start: Start | undefined;

/** EX_TEMPFAIL of sysexits.h: systemd restarts a service that ends like this. */
const START_AGAIN = 75;

/** Lets the page Backups restore on this server. */
export function allowRestore(server: Server, stopJobs: () => void): void {
  start = async (backup) => {
    const { name, phone } = business;
    await startMaintenance(server, { name, phone, href: phoneHref(business) });
    stopJobs();
    await engine.close();
    await runRestore(backup).catch((error: Error) => log.error({ error }, "restore failed"));
    await startAgain(server);
  };
}

/**
 * Begins to restore a backup: from now on every response says to come back in a minute.
 * @param backup its folder
 * @returns false where this process can't, such as one that a test runs
 */
export function restoreInPlace(backup: string): boolean {
  if (!start) return false;
  const run = start;
  start = undefined;
  run(backup).catch((error: unknown) => {
    log.fatal({ error }, "the site could not let go of its data");
    process.exit(START_AGAIN);
  });
  return true;
}

/**
 * Restarts the program. With a systemd socket, systemd does it; otherwise the first process stays, passes signals on, and starts each next
 * one.
 */
async function startAgain(server: Server): Promise<void> {
  log.info("starting again after a restore");
  const isStartedAgain =
    config.LISTEN_PID === String(process.pid) || config.STARTED_BY === String(process.ppid);
  if (isStartedAgain) process.exit(START_AGAIN);
  await new Promise((closed) => {
    server.removeAllListeners("close").close(closed);
    server.closeAllConnections();
  });
  startSuccessor();
}

function startSuccessor(): void {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, STARTED_BY: String(process.pid) },
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.removeAllListeners(signal).on(signal, () => child.kill(signal));
  }
  child.once("error", () => process.exit(1));
  child.once("exit", (code) => {
    if (code === START_AGAIN) startSuccessor();
    else process.exit(code ?? 1);
  });
}
