import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SECRET_FILE } from "~/db/sqlite/secret.server";
import { inProgram } from "~/program.server";
import { StartError } from "~/values/start-error";
import { freePort } from "../../scripts/free-port.mjs";
import { requireOwnFile } from "./replace.server";

/** A start fills in what an older version didn't store, which takes a large site minutes. */
const START_LIMIT_MS = 5 * 60_000;
const STOP_LIMIT_MS = 10_000;
const MAX_PRINTED_LENGTH = 4000;

const LOOK_EVERY_MS = 200;
const ANSWER_LIMIT_MS = 10_000;

/**
 * Starts the site once with a copy of a staged database, on a separate port and without the site's pictures, mail, backups or bucket. After
 * a restore of a database that the site doesn't start with, there would be no undoing it in the browser.
 * @param staging the folder with `site.db`
 * @param backup the folder with the files of the business that come with it
 * @throws StartError with what the site said, if it doesn't start
 */
export async function tryStart(staging: string, backup: string): Promise<void> {
  const data = path.join(staging, "trial");
  mkdirSync(data, { mode: 0o700 });
  for (const name of ["site.db", SECRET_FILE])
    if (existsSync(path.join(staging, name))) copyFileSync(path.join(staging, name), path.join(data, name));
  const port = await freePort();
  const child = spawn(process.execPath, [inProgram("scripts", "serve.mjs")], {
    // It ends when its input does, and so with this process (scripts/serve.mjs).
    stdio: "pipe",
    env: {
      ...process.env,
      ...{
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        LISTEN_FDS: "",
        LISTEN_PID: "",
        TRIAL: "1",
      },
      ...{ DATA_DIR: data, UPLOADS_DIR: path.join(data, "uploads"), DATABASE_URL: "", UPLOADS_URL: "" },
      ...{ BACKUP_DIR: "", SMTP_URL: "", ...ownFilesOf(backup) },
    },
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk) => {
      printed = (printed + chunk).slice(-MAX_PRINTED_LENGTH);
    });
  let hasEnded = false;
  for (const event of ["error", "close"])
    child.once(event, () => {
      hasEnded = true;
    });
  try {
    // Asked of the site itself: its output may contain texts from the backup.
    const until = Date.now() + START_LIMIT_MS;
    while (!hasEnded && Date.now() < until) {
      if (await isAnswering(port)) return;
      await delay(LOOK_EVERY_MS);
    }
    const said = printed.trim().split("\n").at(-1) ?? "";
    throw new StartError(`The site doesn't start with this backup, so it stays as it is. ${said}`.trim());
  } finally {
    await end(child);
    rmSync(data, { recursive: true, force: true });
  }
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal })).ok;
  } catch {
    return false;
  }
}

/** The variables for the business files that a restore puts in place: only the ones that a site starts with. */
function ownFilesOf(backup: string): Record<string, string> {
  const files = { BUSINESS_FILE: "business.json", TEARDOWN_FILE: "teardown.json" };
  return Object.fromEntries(
    Object.entries(files)
      .map(([variable, name]) => [variable, path.resolve(backup, name)] as const)
      .filter(([, file]) => existsSync(file) && isOwnFile(file)),
  );
}

function isOwnFile(file: string): boolean {
  try {
    requireOwnFile(file);
    return true;
  } catch {
    return false;
  }
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(kill);
}
