import { AsyncLocalStorage } from "node:async_hooks";
import type { Db } from "./db/engine";

/*
 * What everything that one request, job or command does has in common, so that no function passes it on to the next.
 */

interface Context {
  transaction?: Transaction;
}

interface Transaction {
  db: Db;
  isOver: boolean;
}

const contexts = new AsyncLocalStorage<Context>();

/** The database of the transaction that this is part of; undefined outside of one. @throws Error if it is over */
export function transactionDb(): Db | undefined {
  const transaction = contexts.getStore()?.transaction;
  if (transaction?.isOver) throw new Error(OVER);
  return transaction?.db;
}

const OVER =
  "This goes on after the transaction that it was started in. Wait for it there, or start it when the transaction is over.";

/** Runs a function apart from whatever it is started in: a job that a queued mail starts is no part of that mail's transaction. */
export function runApart<Result>(run: () => Result): Result {
  return contexts.run({}, run);
}

/** Runs a function as part of a transaction, which is over when the function has ended. */
export async function runInTransaction<Result>(db: Db, run: () => Promise<Result>): Promise<Result> {
  const transaction = { db, isOver: false };
  try {
    return await contexts.run({ ...contexts.getStore(), transaction }, run);
  } finally {
    transaction.isOver = true;
  }
}
