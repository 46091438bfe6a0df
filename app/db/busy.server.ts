import { setTimeout as delay } from "node:timers/promises";
import { log } from "../http/log.server";
import type { OpenedDatabase } from "./engine";

/** Between two attempts; each attempt waits for the lock too. */
const RETRY_DELAY_MS = 250;

/**
 * Runs a write that the start needs. While another process holds the database's lock it keeps trying, however long that takes, and logs it
 * once.
 */
export async function whenNotBusy<Result>(
  { name, isBusy }: Pick<OpenedDatabase, "name" | "isBusy">,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await write();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!hasSaid)
        log.warn({ database: name }, "another process is writing to the database: waiting for it");
      await delay(RETRY_DELAY_MS);
    }
  }
}
