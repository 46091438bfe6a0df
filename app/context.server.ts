import { AsyncLocalStorage } from "node:async_hooks";
import { may, mayPrice, type Role } from "./accounts/roles";
import type { StaffSession } from "./accounts/session";
import type { Restriction } from "./collections/collection";
import type { Db } from "./db/engine";
import type { ChangeSource } from "./db/schema";

/*
 * What everything that one request, job or command does has in common, so that no function passes it on to the next: who acts,
 * when, and in which transaction (docs/decisions/context.md).
 */

/** Who makes a change, and from where. */
export interface Actor {
  /** The account and its name; undefined for a customer, the command line and the site itself. */
  accountId?: string | undefined;
  username?: string | undefined;
  /** What the account may do; undefined for an actor without a role. */
  role?: Role | undefined;
  /** Whether they may set the prices of the records of this path; left out for an actor without a role. */
  maySetPrices?: (path: string) => boolean;
  /** Whether they may read fields that reveal this; left out for an actor without a role. */
  mayRead?: (restriction: Restriction) => boolean;
  /**
   * Checks again whether they are still signed in, with this role: a transaction may have waited for the lock. Left out if nothing is
   * written as someone who signed in.
   * @throws Response if they are not
   */
  requireSame?: () => Promise<void>;
  source: ChangeSource;
}

/** Someone who fills in a public form, or has the private link to their request. */
export const CUSTOMER: Actor = { source: "page" };
/** Someone who may type commands on the machine. */
export const COMMAND_LINE: Actor = { source: "command" };
/** The site itself, at its start or in a job. */
export const THE_SITE: Actor = { source: "job" };

/** A staff member. */
export function staffMember(
  { user: { _id, username }, role }: Pick<StaffSession, "user" | "role">,
  source: "page" | "api",
): Actor {
  return {
    ...{ accountId: _id, username, role, source },
    maySetPrices: (path) => mayPrice(role, path),
    mayRead: (restriction) => may(role, restriction, "see"),
  };
}

interface Context {
  act?: { actor: Actor; now: Date };
  transaction?: Transaction;
}

interface Transaction {
  db: Db;
  isOver: boolean;
}

const contexts = new AsyncLocalStorage<Context>();

/** Runs a function whose changes have one actor and one time: that of the request, the job or the command. */
export function actAs<Result>(actor: Actor, now: Date, run: () => Result): Result {
  return contexts.run({ ...contexts.getStore(), act: { actor, now } }, run);
}

/** Who acts. @throws Error outside of `actAs` */
export function actor(): Actor {
  return act().actor;
}

/** Whether the actor is on a page or uses the API; what an import or a command brings was long ago. */
export function isByHand(): boolean {
  return ["page", "api"].includes(actor().source);
}

/** The actor's role; undefined for one without. */
export function roleOfActor(): Role | undefined {
  return contexts.getStore()?.act?.actor.role;
}

/** Whether the actor may read fields that reveal this; true for the site itself, which shows visitors only what is public. */
export function mayRead(restriction: Restriction): boolean {
  return contexts.getStore()?.act?.actor.mayRead?.(restriction) ?? true;
}

/** Whether the actor may set the prices of the records of this path; true for one without a role. */
export function maySetPrices(path: string): boolean {
  return contexts.getStore()?.act?.actor.maySetPrices?.(path) ?? true;
}

/** Runs later work as the current actor: a file is read in batches, after its request is over for everything else. */
export function asActsNow(): <Result>(run: () => Result) => Result {
  const act = contexts.getStore()?.act;
  return (run) => contexts.run(act ? { act } : {}, run);
}

/** Checks again whether the actor is still signed in, with the same role. @throws Response if they are not */
export async function requireSameActor(): Promise<void> {
  await contexts.getStore()?.act?.actor.requireSame?.();
}

/** When they act. @throws Error outside of `actAs` */
export function now(): Date {
  return act().now;
}

function act() {
  const act = contexts.getStore()?.act;
  if (!act)
    throw new Error("It isn't known who makes this change. Run it in actAs(), with who makes it and when.");
  return act;
}

/** Runs a function apart from whatever it is started in: a job that a queued mail starts is no part of that mail's transaction. */
export function runApart<Result>(run: () => Result): Result {
  return contexts.run({}, run);
}

/** The database of the transaction that this is part of; undefined outside of one. @throws Error if it is over */
export function transactionDb(): Db | undefined {
  const transaction = contexts.getStore()?.transaction;
  if (transaction?.isOver) throw new Error(OVER);
  return transaction?.db;
}

const OVER =
  "This goes on after the transaction that it was started in. Wait for it there, or start it when the transaction is over.";

/** Runs a function as part of a transaction, which is over when the function has ended. */
export async function runInTransaction<Result>(db: Db, run: () => Promise<Result>): Promise<Result> {
  const transaction = { db, isOver: false };
  try {
    return await contexts.run({ ...contexts.getStore(), transaction }, run);
  } finally {
    transaction.isOver = true;
  }
}
