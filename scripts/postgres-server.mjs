import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./free-port.mjs";

/**
 * Starts a PostgreSQL server with an empty cluster of its own, for tests and figures. What it writes need not survive a power
 * cut unless it is durable.
 * @param {{ durable?: boolean, within?: string }} [options] `within`: the folder for its files
 * @returns {Promise<PostgresServer>}
 *
 * @typedef {object} PostgresServer
 * @property {string} address ends before the database's name
 * @property {string} data its folder, with `pg_hba.conf`
 * @property {() => void} halt ends it as an administrator does, with its data kept
 * @property {() => void} start starts it again
 * @property {() => void} stop ends it, and deletes what it has written
 */
export async function startPostgres({ durable = false, within = tmpdir() } = {}) {
  const programs = findPrograms();
  if (!programs) {
    throw new Error("PostgreSQL is not installed. On Debian: sudo apt-get install postgresql");
  }
  const user = owner();
  const folder = mkdtempSync(path.join(within, "yard-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program, ...args) => {
    const [command, first] = user
      ? ["runuser", ["-u", "postgres", "--", path.join(programs, program)]]
      : [path.join(programs, program), []];
    // The server outlives pg_ctl and would keep a pipe open.
    const { status } = spawnSync(command, [...first, ...args], { cwd: folder, stdio: "ignore" });
    return status === 0;
  };
  const data = path.join(folder, "data");
  // A language's order, as a server usually has it, so that tests notice what relies on it.
  const order = ["--locale-provider=icu", "--icu-locale=en-US"];
  const made = run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N", ...order);
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const log = path.join(folder, "log");
  const start = () => {
    if (made && run("pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", flags.join(" "))) return;
    throw new Error(`PostgreSQL in ${programs} did not start; its files are in ${folder}.`);
  };
  start();
  return {
    address: `postgres://postgres@127.0.0.1:${port}/`,
    data,
    start,
    halt: () => void run("pg_ctl", "stop", "-m", "fast", "-D", data),
    stop: () => {
      run("pg_ctl", "stop", "-m", "immediate", "-D", data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server can be started here. */
export function isPostgresInstalled() {
  return findPrograms() !== undefined;
}

/** The folder of the newest version that Debian installed, or the one of PATH. */
function findPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  return [
    ...versions.map((version) => path.join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ].find((folder) => existsSync(path.join(folder, "initdb")));
}

/** PostgreSQL does not run as root; Debian's package made a user for it. */
function owner() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option) => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
