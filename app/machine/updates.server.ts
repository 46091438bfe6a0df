import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { config, isVariableSet } from "~/config.server";
import { log } from "~/http/log.server";
import { inProgram, RELEASE, VERSION } from "~/program.server";
import { updateIn } from "../../scripts/update-lock.mjs";
import { type Changes, compareTags, sectionsOf, TAG } from "./changelog";

/*
 * The page Updates: it asks the repository for newer releases on request, and runs `npm run update` if that can restart the site
 * (docs/decisions/releases.md).
 */

const run = promisify(execFile);
/** Below the time after which a page gives up. */
const PATIENCE_MS = 12_000;
const UNIT = "yard";
const LOG_FILE = path.join(config.DATA_DIR, "update.log");
const LOCK_FILE = path.resolve("releases", "update.lock");
const SHOWN_LINES = 30;

export type Newer =
  | { found: "newer"; tag: string; changes: Changes[] }
  | { found: "none" }
  | { found: "unknown"; problem: string };

/** What runs, and what became of the last update from this page. */
export async function viewUpdates() {
  return {
    version: VERSION,
    release: RELEASE,
    changes: sectionsOf(readFileOr(inProgram("CHANGELOG.md"), "")),
    missing: await whatIsMissing(),
    isRunning: isUpdating(),
    log: readFileOr(LOG_FILE, "").trim().split("\n").slice(-SHOWN_LINES).join("\n"),
  };
}

/** Asks the repository for a release that is newer than the one that runs. */
export async function findNewer(): Promise<Newer> {
  if (!existsSync(path.resolve(".git")))
    return {
      found: "unknown",
      problem: "This copy of the program was not made with git, so it does not know where to ask.",
    };
  try {
    await git("fetch", "--quiet", "--tags");
    const tags = (await git("tag", "--list")).split("\n").filter((tag) => TAG.test(tag));
    const newest = tags.sort(compareTags).at(-1);
    if (newest === undefined || compareTags(newest, VERSION) <= 0) return { found: "none" };
    const changelog = await git("show", `${newest}:CHANGELOG.md`).catch(() => "");
    const changes = sectionsOf(changelog).filter(
      (section) => TAG.test(section.version) && compareTags(section.version, VERSION) > 0,
    );
    return { found: "newer", tag: newest, changes };
  } catch {
    return {
      found: "unknown",
      problem:
        "The repository did not answer. Is this machine online, and may the site's user read the repository?",
    };
  }
}

/**
 * Starts `npm run update` to a newer release. It continues when this process ends.
 * @returns what keeps it from that, in a sentence; undefined if it has started
 */
export async function startUpdate(tag: string): Promise<string | undefined> {
  const missing = await whatIsMissing();
  if (missing) return missing;
  const tags = TAG.test(tag) ? (await git("tag", "--list", tag)).split("\n") : [];
  if (!tags.includes(tag)) return "There is no such release.";
  // An older one may have bugs that were fixed since.
  if (compareTags(tag, VERSION) <= 0)
    return `${tag} is not newer than the version that runs. To go back to it, on the machine: npm run update -- --to ${tag}`;
  // Right before it starts, because two taps ask at once.
  if (isUpdating()) return "An update is already running.";
  const output = openSync(LOG_FILE, "w", 0o600);
  // A branch may have a tag's name.
  const to = `refs/tags/${tag}`;
  started = spawn(process.execPath, [path.resolve("scripts", "update.mjs"), "--to", to], {
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  started.unref();
  return once(started, "spawn").then(
    () => undefined,
    (error: Error) => {
      log.error({ error }, "the update did not start");
      return `The update can't be started: ${error.message}. Restart the site, then try again.`;
    },
  );
}

/** The update that this process has started last: it takes its lock only once Node has loaded it. */
let started: ChildProcess | undefined;

/** Why this page can't update the site, and what to do about it; undefined if it can. */
async function whatIsMissing(): Promise<string | undefined> {
  if (!existsSync(path.resolve(".git")))
    return "This copy of the program was not made with git. A container gets a newer image; elsewhere clone the repository and move the data in.";
  if (isVariableSet("UPDATE_RESTART")) return undefined;
  const unit = await run("systemctl", ["show", "--property=MainPID,KillMode", UNIT], { timeout: 3_000 })
    .then(({ stdout }) => stdout)
    .catch(() => "");
  if (!/^MainPID=[1-9]/m.test(unit))
    return `The site doesn't run as the systemd unit ${UNIT}, so nothing would start it again. On the machine: npm run update, or set UPDATE_RESTART to a command that restarts it.`;
  if (!/^KillMode=process$/m.test(unit))
    return `The unit ${UNIT} would end the update with the site: add KillMode=process to it (see the README). Until then, on the machine: npm run update.`;
  return undefined;
}

function isUpdating(): boolean {
  const { pid, exitCode, signalCode } = started ?? {};
  return (pid !== undefined && exitCode === null && signalCode === null) || updateIn(LOCK_FILE) !== undefined;
}

async function git(...args: string[]): Promise<string> {
  // Nobody is there to type a password.
  const { stdout } = await run("git", ["-c", "core.askPass=true", ...args], { timeout: PATIENCE_MS });
  return stdout.trim();
}

function readFileOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
