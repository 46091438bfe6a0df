import type { Client } from "pg";
import type { Lock, LockName } from "../engine";

/** The first half of every advisory lock's key, in case another program uses the same database: "YARD". */
const SPACE = 0x59415244;
const NUMBERS = { write: 1, migrate: 2, import: 3, secret: 4 } satisfies Record<
  LockName | "write" | "migrate" | "secret",
  number
>;

/** The server asks a silent machine whether it is still there: one that has lost its power would keep a lock for two hours. */
const FORGET_LOST_MACHINE =
  "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

/** The key of an advisory lock, as its functions take it. */
export function advisoryLock(name: keyof typeof NUMBERS): string {
  return `${SPACE}, ${NUMBERS[name]}`;
}

/**
 * Takes a lock on a separate connection; closing it releases the lock.
 * @returns undefined if it is taken
 */
export async function takeLock(connect: () => Promise<Client>, name: LockName): Promise<Lock | undefined> {
  const client = await connect();
  const end = () => client.end().catch(() => {});
  try {
    await client.query(FORGET_LOST_MACHINE);
    const { rows } = await client.query(`select pg_try_advisory_lock(${advisoryLock(name)}) as taken`);
    if (rows[0].taken) return { release: () => unlock(client, name).finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return undefined;
}

/** Closing the connection would release it a bit later. A lost connection has released it. */
async function unlock(client: Client, name: LockName): Promise<void> {
  await client.query(`select pg_advisory_unlock(${advisoryLock(name)})`).catch(() => {});
}

/** Runs a function while no other process holds this lock. */
export async function holdLock<Result>(
  connect: () => Promise<Client>,
  name: keyof typeof NUMBERS,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = await connect();
  try {
    // A migration takes as long as it takes.
    await client.query("set lock_timeout = 0");
    await client.query(`select pg_advisory_lock(${advisoryLock(name)})`);
    return await run();
  } finally {
    await client.end();
  }
}
