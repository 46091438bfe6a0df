import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isPostgresInstalled, startPostgres } from "../scripts/postgres-server.mjs";
import { inProject } from "../scripts/project.mjs";
import type { Outcome } from "./cases";
import type { Answer, Order } from "./money-clerk";
import { cleanUpWith, newFolder, startSite } from "./site";

/** A step may wait for the other process. */
const ANSWER_TIMEOUT_MS = 60_000;
const ENDED = "A process ended by itself.";

/**
 * Two processes sell, void, hold and take back at one counter, each at random and with a clock of its own. One of them is ended by kill -9
 * between two writes of a step, or at any moment, while the other works on; then both stop, and every rule of the money must hold. Again
 * and again, for half of the time on SQLite and, where it is installed, for the other half on PostgreSQL.
 */
export async function workInTwoProcesses(seconds: number): Promise<Outcome> {
  const engines = isPostgresInstalled() ? ["SQLite", "PostgreSQL"] : ["SQLite"];
  const outcomes: Outcome[] = [];
  for (const engine of engines)
    outcomes.push(await workOn(engine, await databaseOf(engine), seconds / engines.length));
  return {
    happened: outcomes.map(({ happened }) => happened).join("; "),
    ok: outcomes.every(({ ok }) => ok),
  };
}

/** What the processes share: a database with its tables. */
async function databaseOf(engine: string): Promise<Record<string, string>> {
  const environment: Record<string, string> = { DATA_DIR: newFolder() };
  if (engine === "PostgreSQL") {
    const server = await startPostgres();
    cleanUpWith(server.stop);
    environment.DATABASE_URL = `${server.address}postgres`;
  }
  const site = await startSite(environment.DATA_DIR ?? "", environment);
  site.kill("SIGTERM");
  await site.ended;
  return environment;
}

async function workOn(
  engine: string,
  environment: Record<string, string>,
  seconds: number,
): Promise<Outcome> {
  const inspector = await startClerk(environment);
  let clerks = await Promise.all([startClerk(environment), startClerk(environment)]);
  let [kills, steps, busy, papers] = [0, 0, 0, 0];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; kills += 1) {
    await inspector.ask("open");
    for (const clerk of clerks) clerk.tell("work");
    await sleep(100 + Math.random() * 500);
    const [killed, other] = Math.random() < 0.5 ? clerks : [clerks[1], clerks[0]];
    if (!killed || !other) throw new Error("There are two clerks.");
    // What breaks off between two writes is what a transaction is for; a commit, and what waits for the lock, is met at random.
    if (Math.random() < 0.8) await killed.die();
    else killed.kill();
    // The other one works on while a new one begins.
    clerks = [other, await startClerk(environment)];
    clerks[1]?.tell("work");
    await sleep(200 + Math.random() * 500);
    for (const clerk of clerks) {
      const { stopped } = (await clerk.ask("stop")) as { stopped: { steps: number; busy: number } };
      steps += stopped.steps;
      busy += stopped.busy;
    }
    const { broken, numbered } = (await inspector.ask("check")) as { broken: string[]; numbered: number };
    papers += numbered;
    if (broken.length > 0)
      return { happened: `${engine}, after ${kills + 1} kills: ${broken.join("; ")}`, ok: false };
  }
  for (const clerk of [inspector, ...clerks]) clerk.kill();
  return {
    happened: `${engine}: ${kills} kill -9, ${steps} steps of those that lived, ${papers} papers with a number, busy ${busy} times, no rule broken`,
    ok: kills > 0 && steps > 0,
  };
}

interface Clerk {
  /** @throws Error if it has ended */
  tell(order: Order): void;
  /** @throws Error if it has ended, or says nothing for a minute */
  ask(order: Order): Promise<Answer>;
  kill(): void;
  /** Ends it in the middle of what it stores. @throws Error if it lives on for a minute */
  die(): Promise<void>;
}

async function startClerk(environment: Record<string, string>): Promise<Clerk> {
  const child = fork(inProject("drill", "money-clerk.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...environment, NODE_ENV: "test", EXAMPLE_SITE: "1" },
  });
  cleanUpWith(() => child.kill("SIGKILL"));
  await answerOf(child);
  const send = (order: Order) => {
    if (!child.connected) throw new Error(ENDED);
    // Should it end at this moment, whoever waits for its answer says so.
    child.send(order, () => {});
  };
  return {
    tell: send,
    ask: (order) => {
      send(order);
      return answerOf(child);
    },
    kill: () => void child.kill("SIGKILL"),
    die: async () => {
      const ended = once(child, "exit", { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      send("die");
      await ended;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<Answer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error(ENDED);
  });
  // Nobody waits for its end once there is an answer.
  ended.catch(() => {});
  try {
    const [answer] = (await Promise.race([once(child, "message", { signal }), ended])) as [Answer];
    return answer;
  } finally {
    settled.abort();
  }
}
