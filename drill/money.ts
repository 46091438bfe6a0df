import { spawn } from "node:child_process";
import { once } from "node:events";
import { isPostgresInstalled } from "../scripts/postgres-server.mjs";
import { inProject } from "../scripts/project.mjs";
import type { Outcome } from "./cases";
import { cleanUpWith } from "./site";

/** What one takes at most, on both engines, on a slow machine. */
export const MS_A_HISTORY = 500;

/** PostgreSQL answers through a socket, so that it lives fewer. */
const SQLITE_TO_POSTGRES = 10;

/**
 * Lives random histories of sales, returns, holds, edits and steps that break off, each against a model and the rules of the money
 * (tests/support/money-histories.ts), on SQLite and, where it is installed, on PostgreSQL.
 */
export async function liveHistories(histories: number): Promise<Outcome> {
  const test = "tests/rules/sales/histories.test.ts";
  const onPostgres = isPostgresInstalled() ? Math.ceil(histories / SQLITE_TO_POSTGRES) : 0;
  const places = `${histories} on SQLite, ${onPostgres} on PostgreSQL`;
  console.log(`Living ${places} …`);
  const vitest = inProject("node_modules", "vitest", "vitest.mjs");
  const lived = [await live(histories, vitest, "run", "--project", "rules", test)];
  if (onPostgres > 0) lived.push(await live(onPostgres, inProject("scripts", "test-postgres.mjs"), test));
  const failed = lived.filter(({ ok }) => !ok);
  return {
    happened: failed.length > 0 ? failed.map(({ said }) => said).join("\n") : places,
    ok: failed.length === 0,
  };
}

/** Beside it the drill's own clock runs on, which ends both. */
async function live(histories: number, ...args: string[]): Promise<{ ok: boolean; said: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "test", HISTORIES: String(histories) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanUpWith(() => child.kill());
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-MOST_SAID);
    });
  const [status] = (await once(child, "close")) as [number | null];
  return { ok: status === 0, said };
}

/** What is shown of a run that failed: its end has the seed and the shortest history. */
const MOST_SAID = 6_000;
