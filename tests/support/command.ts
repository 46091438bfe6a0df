import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { freePort } from "../../scripts/free-port.mjs";
import { atEnd } from "./at-end";
import { TEMPLATE } from "./postgres-template";

/** What a command has said when it ended. */
export interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

export interface StartedSite {
  url: string;
  output(): string;
  stop(): Promise<Ended>;
}

/** One of the project's scripts, run to its end; `input` is its standard input, `uid` the user it runs as. */
export function runScript(
  script: string,
  {
    args = [],
    env = {},
    input = "",
    uid,
  }: { args?: string[]; env?: Record<string, string>; input?: string; uid?: number } = {},
): Promise<Ended> {
  const { child, ended } = started(script, args, env, uid === undefined ? {} : { uid });
  child.stdin?.end(input);
  return ended;
}

/** One of the project's scripts, while it runs: `says` resolves once its output has these words; `stop` ends it. */
export function startScript(script: string, args: string[], env: Record<string, string>) {
  const { child, said, ended } = started(script, args, env);
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => said().output.includes(words) && resolve();
      child.stdout?.on("data", look);
      child.once("close", () => reject(new Error(`It ended: ${said().output}${said().errors}`)));
      look();
    });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { says, ended, stop };
}

/** `npm start` on a data folder of its own, once it listens. */
export async function startCommand(env: Record<string, string>): Promise<StartedSite> {
  const { child, said, ended } = started("scripts/start.mjs", [], { PORT: "0", ...env });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const found = /is open at (http:\/\/localhost:\d+)[\s\S]*Staff sign in at .*\n/.exec(
        said().output,
      )?.[1];
      if (found) resolve(found);
    });
    child.once("close", () => reject(new Error(`It did not start: ${said().errors}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, output: () => said().output, stop };
}

/** `npm start` with its standard output in a file, once it answers. */
export async function startCommandInto(log: number, env: Record<string, string>): Promise<StartedSite> {
  const port = await freePort();
  const { child, said, ended } = started("scripts/start.mjs", [], { PORT: String(port), ...env }, { log });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`It did not start: ${said().errors}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, output: () => "", stop };
}

/** Where tests run on PostgreSQL, a data folder of its own has a database of its own; made where there is none yet. */
function databaseOf({ DATA_DIR, DATABASE_URL }: Record<string, string>): Record<string, string> {
  const server = process.env.TEST_POSTGRES;
  if (!server || DATABASE_URL !== undefined || !DATA_DIR || DATA_DIR === process.env.DATA_DIR) return {};
  const name = `data_${createHash("sha256").update(DATA_DIR).digest("hex").slice(0, 24)}`;
  const create = `create database ${name} template ${TEMPLATE} strategy file_copy`;
  spawnSync("psql", [`${server}postgres`, "-c", create], { stdio: "ignore" });
  return { DATABASE_URL: server + name };
}

/** How a script is run: as another user, or with its standard output in a file. */
interface RunAs {
  uid?: number;
  log?: number;
}

function started(script: string, args: string[], env: Record<string, string>, { uid, log }: RunAs = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ["pipe", log ?? "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      ADMIN_USERNAME: "",
      ADMIN_PASSWORD: "",
      ...databaseOf(env),
      ...env,
    },
  });
  atEnd(() => child.kill("SIGKILL"));
  let output = "";
  let errors = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, output, errors }));
  });
  return { child, said: () => ({ output, errors }), ended };
}
