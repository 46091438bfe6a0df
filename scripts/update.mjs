import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "./free-port.mjs";
import { programFolder, RELEASES, STARTS } from "./program.mjs";
import { inProject, ROOT } from "./project.mjs";
import { say } from "./ready.mjs";
import {
  git,
  makeCurrent,
  makeRelease,
  releaseName,
  removeOtherReleases,
  removeRelease,
  UpdateError,
} from "./releases.mjs";
import { escapeInLines, printDefect, printError } from "./terminal.mjs";
import { appliedMigrations, copyDatabase, databaseFile, putBackDatabase } from "./update-database.mjs";
import { isRunning, updateIn } from "./update-lock.mjs";

// npm run update [-- --to REF]: builds the newest version beside the running one, tries it on a copy of the data, swaps it in, and
// takes it back if it doesn't answer (docs/decisions/releases.md).

/** The systemd unit that runs the site. */
const UNIT = "yard";
/** How long a new release may take to answer. */
const WAIT_SECONDS = Number(process.env.UPDATE_WAIT) || 60;
/** After so many starts that ended by themselves a new release is taken back: one may have been told to end. */
const MAX_ENDED_STARTS = 2;
/** How much is shown of what a release wrote before it failed. */
const SHOWN_LINES = 20;
/** How long a former process may take to end; it gives requests in flight ten seconds. */
const STOP_SECONDS = 15;

/** The update can neither back up, copy nor put back such a database. */
const isOnPostgres = Boolean(process.env.DATABASE_URL);

const lockFile = path.join(RELEASES, "update.lock");

try {
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  mkdirSync(RELEASES, { recursive: true });
  takeLock();
  try {
    await update(values.to);
  } finally {
    for (const file of [STARTS, lockFile]) rmSync(file, { force: true });
  }
} catch (error) {
  const isUsage = error?.code?.startsWith("ERR_PARSE_ARGS");
  if (isUsage) console.error("Usage: npm run update [-- --to <commit, branch or tag>]");
  else if (error instanceof UpdateError) printError(error.message);
  else printDefect(error);
  process.exitCode = 1;
}

async function update(to) {
  const commit = findTarget(to);
  const release = releaseName(commit);
  const former = programFolder();
  const isCurrent = path.basename(former) === release;
  if (isCurrent && (await isAnswering(release))) {
    say(`${release} already runs: nothing to update.`);
    return;
  }
  if (isCurrent)
    throw new UpdateError(`${release} is current but doesn't answer at ${healthUrl()}: restart it.`);
  checkRestart();
  const folder = await prepare(commit, former);
  const migrations = isOnPostgres ? [] : appliedMigrations(former);
  surviveHangup();
  say(`Restarting into ${release} …`);
  writeFileSync(STARTS, "");
  makeCurrent(folder);
  await restart();
  const fault = await findFault(release);
  if (!fault) {
    if (former === ROOT) removeOtherReleases(folder);
    else removeOtherReleases(folder, former);
    bringCheckoutUpToDate(commit);
    say(`${release} runs.`);
  } else {
    await rollBack({ folder, former, migrations, fault });
  }
}

/** Fetches, and finds the commit that the update is to; by default the newest of the branch. */
function findTarget(to) {
  // A way back to a version that is here needs no network.
  if (git("fetch", "--quiet", "--tags") === undefined && !to) {
    throw new UpdateError("git could not fetch the new version. Nothing has changed.");
  }
  const names = to ? namesOf(to) : ["@{upstream}"];
  for (const name of names) {
    const commit = git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
    if (commit) return commit;
  }
  throw new UpdateError(
    to
      ? `${to} is no commit, branch or tag of this repository. Nothing has changed.`
      : "This branch has no upstream to update from: name a version with --to. Nothing has changed.",
  );
}

/**
 * A full name, such as `refs/tags/v1.2.0`, and a commit's are meant as they are, and a version is its tag, though a branch may be called
 * like any of them. A branch is the remote's: the local one is only as new as the last update.
 */
function namesOf(to) {
  if (to.startsWith("refs/")) return [to];
  const branch = `refs/remotes/origin/${to}`;
  return /^[0-9a-f]{7,40}$/.test(to) ? [to, branch] : [`refs/tags/${to}`, branch, to];
}

/** Makes the release and a backup, and tries the release; the running site notices nothing. */
async function prepare(commit, former) {
  const wasThere = existsSync(path.join(RELEASES, releaseName(commit)));
  let folder;
  try {
    say(`Preparing ${releaseName(commit)} …`);
    folder = makeRelease(commit, former);
    backUp();
    await tryOut(folder, former);
    return folder;
  } catch (error) {
    if (folder && !wasThere) removeRelease(folder);
    throw new UpdateError(`${toMessage(error)} Nothing has changed.`);
  }
}

function backUp() {
  if (isOnPostgres) return say("No backup: PostgreSQL is backed up with its own tools (docs/scaling.md).");
  const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  if (!scripts.backup) return say("No backup: this version has no npm run backup.");
  if (!existsSync(databaseFile())) return say("No backup: there is no database yet.");
  const { status } = spawnSync("npm", ["run", "--silent", "backup"], { cwd: ROOT, stdio: "inherit" });
  // 3: the backup is made, but BACKUP_HOOK could not copy it.
  if (status !== 0 && status !== 3) throw new UpdateError("The backup failed.");
}

/**
 * Starts the release once on a port of its own, with a copy of the database and nothing else of the site's: neither its pictures
 * nor its mail, backups or bucket. A copy of PostgreSQL's would need rights that a site need not have, so there the release is
 * tried with an empty database.
 * @throws {UpdateError} if it doesn't answer
 */
async function tryOut(folder, former) {
  say(isOnPostgres ? "Trying it with an empty database …" : "Trying it with a copy of the database …");
  // Beside the database, where an erasure and the days of a backup end what a killed update leaves of it.
  const trial = `${databaseFile()}.trial`;
  const data = path.join(trial, "data");
  rmSync(trial, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  let output = "";
  let child;
  try {
    if (!isOnPostgres) copyDatabase(former, path.join(data, "site.db"));
    const port = await freePort();
    child = spawn(process.execPath, [path.join(folder, "scripts", "serve.mjs")], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), LISTEN_FDS: "" },
        ...{ DATA_DIR: data, UPLOADS_DIR: path.join(trial, "uploads"), DATABASE_URL: "", UPLOADS_URL: "" },
        // The copy's settings name the mail server and the backups' folder, too.
        ...{ BACKUP_DIR: "", SMTP_URL: "", TRIAL: "1" },
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    const url = `http://127.0.0.1:${port}/healthz`;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await isTrueWithin(
      WAIT_SECONDS,
      async () => hasEnded() || (await isAnswering(path.basename(folder), url)),
    );
    if (!hasEnded() && (await isAnswering(path.basename(folder), url))) return;
    // The release says what it read: settings, for one.
    console.error(escapeInLines(output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n")));
    throw new UpdateError(
      hasEnded() ? "It exited during startup." : `It didn't answer within ${WAIT_SECONDS} seconds.`,
    );
  } finally {
    if (child) await end(child);
    rmSync(trial, { recursive: true, force: true });
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS * 1000);
  await ended;
  clearTimeout(kill);
}

/** Says now, not after the build, that the site cannot be restarted. */
function checkRestart() {
  if (process.env.UPDATE_RESTART) return;
  const pid = mainPid();
  if (!pid) {
    throw new UpdateError(
      `The site doesn't run as the systemd unit ${UNIT}: start it, or set UPDATE_RESTART to a command that restarts it. Nothing has changed.`,
    );
  }
  try {
    process.kill(pid, 0);
  } catch {
    throw new UpdateError(
      "This user may not restart the site: run the update as the site's user. Nothing has changed.",
    );
  }
}

/** Ends the running process, so that systemd starts the current release. */
async function restart() {
  const command = process.env.UPDATE_RESTART;
  if (command) {
    spawnSync(command, { cwd: ROOT, shell: true, stdio: "inherit" });
    return;
  }
  // A signal needs no rights but the site's own user's; systemctl restart needs root's.
  const pid = mainPid();
  if (!pid) return;
  process.kill(pid, "SIGTERM");
  await isTrueWithin(STOP_SECONDS, () => !isRunning(pid));
}

function mainPid() {
  const { stdout } = spawnSync("systemctl", ["show", "--property=MainPID", "--value", UNIT], {
    encoding: "utf8",
  });
  return Number(stdout ?? 0);
}

/** Puts the former program back, and the database with it if the release migrated it. */
async function rollBack({ folder, former, migrations, fault }) {
  const name = former === ROOT ? "the checkout" : path.basename(former);
  say(`${path.basename(folder)} ${fault}. Putting back ${name} …`);
  makeCurrent(former);
  await restart();
  const migrated = isOnPostgres ? undefined : putBackDatabase(former, migrations);
  if (migrated) {
    say(`The database is the one from before the update; the migrated one is ${migrated}.`);
    await restart();
  }
  const isBack = await answersInTime(former === ROOT ? undefined : path.basename(former));
  removeRelease(folder);
  // The former version refuses a database that the new one has migrated, and so changes nothing in it.
  const toRestore = isOnPostgres
    ? " If the log says that the database was made by another version, restore it as it was before the update."
    : "";
  throw new UpdateError(
    isBack
      ? `The update failed, and ${name} runs again; the log says why (journalctl -u ${UNIT}).`
      : `The update failed. ${name} is back, but doesn't answer at ${healthUrl()} either.${toRestore}`,
  );
}

/** So that the scripts and the documentation are those of the release. */
function bringCheckoutUpToDate(commit) {
  if (git("merge", "--ff-only", "--quiet", commit) !== undefined) return;
  say(`The checkout stays as it is, because it has changes of its own: git merge ${releaseName(commit)}`);
}

/** Why the release that was swapped in doesn't run; undefined if it does. */
async function findFault(release) {
  let hasFailed = false;
  const answers = await isTrueWithin(WAIT_SECONDS, async () => {
    if (await isAnswering(release)) return true;
    hasFailed = countEndedStarts() >= MAX_ENDED_STARTS;
    return hasFailed;
  });
  if (hasFailed) return "quit every time it was started";
  return answers ? undefined : `didn't answer within ${WAIT_SECONDS} seconds`;
}

function countEndedStarts() {
  const starts = readFileSync(STARTS, "utf8").split("\n").filter(Boolean);
  return starts.filter((pid) => !isRunning(Number(pid))).length;
}

function answersInTime(release) {
  return isTrueWithin(WAIT_SECONDS, () => isAnswering(release));
}

/** True if the site is healthy and runs this release; undefined is the checkout. */
async function isAnswering(release, url = healthUrl()) {
  try {
    // A socket that systemd holds takes a request that no process reads.
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return response.ok && (await response.json()).release === release;
  } catch {
    return false;
  }
}

function healthUrl() {
  const { HOST, PORT } = process.env;
  const host = !HOST || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT || 3000}/healthz`;
}

async function isTrueWithin(seconds, holds) {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await delay(200);
  }
  return true;
}

/** Between the swap and its check, a terminal that goes away must not end the update. */
function surviveHangup() {
  for (const signal of ["SIGHUP", "SIGINT"]) process.on(signal, () => {});
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const pid = updateIn(lockFile);
    if (pid) throw new UpdateError(`Another update is running, process ${pid}.`);
    writeFileSync(lockFile, String(process.pid));
  }
}

function toMessage(error) {
  return error instanceof UpdateError ? error.message : error;
}
