import { spawnSync } from "node:child_process";
import { isPostgresInstalled } from "../scripts/postgres-server.mjs";
import { inProject } from "../scripts/project.mjs";
import type { Outcome } from "./cases";

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
  const onPostgres = Math.ceil(histories / SQLITE_TO_POSTGRES);
  const lived = [
    live(histories, inProject("node_modules", "vitest", "vitest.mjs"), "run", "--project", "rules", test),
    ...(isPostgresInstalled() ? [live(onPostgres, inProject("scripts", "test-postgres.mjs"), test)] : []),
  ];
  const failed = lived.filter(({ ok }) => !ok);
  const places = isPostgresInstalled() ? `SQLite, ${onPostgres} on PostgreSQL` : "SQLite";
  return {
    happened: failed.length > 0 ? failed.map(({ said }) => said).join("\n") : `${histories} on ${places}`,
    ok: failed.length === 0,
  };
}

function live(histories: number, ...args: string[]): { ok: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "test", HISTORIES: String(histories) },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { ok: status === 0, said: `${stdout}${stderr}`.slice(-6_000) };
}
