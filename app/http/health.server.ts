import type { Request, Response } from "express";
import { engine } from "~/db/connection.server";
import { dataFolder, requireWritableFolder } from "~/db/folder.server";
import { RELEASE } from "~/program.server";
import { log } from "./log.server";

/** How long a result is kept, so that no one can make the site write as often as they ask. */
const RESULT_LIFETIME_MS = 5_000;

/**
 * What a monitor reads: `failed` says which of the two doesn't work. Without its pictures the site still serves every page, so missing
 * pictures alone don't take a process out of service.
 */
type Health =
  | { status: "ok"; pictures?: "unavailable" }
  | { status: "unavailable"; failed: "read" | "write" }
  | { status: "stopping" };

let latest: { checkedAt: number; result: Promise<Health> } | undefined;
let isStopping = false;

/** From now on the health check tells a load balancer to send no more requests to this process. */
export function reportStopping(): void {
  isStopping = true;
}

/**
 * `GET /healthz`: 200 if the site can read its tables and write, 503 if not, or if it is about to stop behind a load balancer.
 * `release` is what `npm run update` waits for.
 * @param checkPictures fails if the picture storage does; not given if pictures are in a folder
 */
export function sendHealth(checkPictures: (() => Promise<void>) | undefined) {
  return async (_request: Request, response: Response): Promise<void> => {
    const now = performance.now();
    if (!latest || now - latest.checkedAt > RESULT_LIFETIME_MS)
      latest = { checkedAt: now, result: checkHealth(checkPictures) };
    const health: Health = isStopping ? { status: "stopping" } : await latest.result;
    response.setHeader("Cache-Control", "no-store");
    response.status(health.status === "ok" ? 200 : 503).json({ ...health, release: RELEASE });
  };
}

async function checkHealth(checkPictures: (() => Promise<void>) | undefined): Promise<Health> {
  let trying: "read" | "write" = "read";
  try {
    await engine.tryRead();
    trying = "write";
    await tryWrite();
  } catch (error) {
    log.error({ error, failed: trying }, "health check failed");
    return { status: "unavailable", failed: trying };
  }
  try {
    await checkPictures?.();
    return { status: "ok" };
  } catch (error) {
    log.error({ error, failed: "pictures" }, "health check failed");
    return { status: "ok", pictures: "unavailable" };
  }
}

/** Writes to the database, and a file, since a full disk may still have room in the database's own files. */
async function tryWrite(): Promise<void> {
  await engine.tryWrite();
  requireWritableFolder("DATA_DIR", dataFolder);
}
