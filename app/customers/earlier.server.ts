import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { actAs, THE_SITE } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { log } from "~/http/log.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import type { RequestRow } from "~/requests/request";
import { matchRequest } from "./match.server";

/*
 * Finds the customers of the requests that were stored before there were customers, a few in each transaction, which also stores its
 * progress: if anything stops it, it continues after the last one.
 */

/** Requests of one transaction: a page waits for that long. */
const REQUESTS_PER_BATCH = 50;

/** How far it has come, over all kinds of requests. */
interface EarlierProgress {
  state: "nothing" | "running" | "stopped" | "finished";
  total: number;
  seen: number;
  /** How many are now a customer's, and how many customers were made for them. */
  matched: number;
  made: number;
}

/** Matches what is left, unless staff have stopped it. */
export async function matchEarlierRequests(now: Date): Promise<void> {
  for (const { table } of REQUEST_KINDS) {
    for (let started = performance.now(); await matchBatch(table, now); started = performance.now()) {
      // Half of the time is the site's visitors'.
      await sleep(performance.now() - started);
    }
  }
}

/** False if nothing of this table is left, or staff have stopped it. */
async function matchBatch(table: Row<"earlierRequests">["requestTable"], now: Date): Promise<boolean> {
  const isLeft = await db
    .selectFrom("earlierRequests")
    .select("requestTable")
    .where("requestTable", "=", table)
    .where("finishedAt", "is", null)
    .where("stoppedAt", "is", null)
    .executeTakeFirst();
  if (!isLeft) return false;
  return actAs(THE_SITE, now, () => transaction(() => matchNext(table, now)));
}

async function matchNext(table: Row<"earlierRequests">["requestTable"], now: Date): Promise<boolean> {
  const progress = await db
    .selectFrom("earlierRequests")
    .selectAll()
    .where("requestTable", "=", table)
    .executeTakeFirstOrThrow();
  // Another process may have been quicker.
  if (progress.finishedAt !== null || progress.stoppedAt !== null) return false;
  const rows = (await db
    .selectFrom(table)
    .selectAll()
    .where("id", ">", progress.lastId)
    .orderBy("id")
    .limit(REQUESTS_PER_BATCH)
    .execute()) as RequestRow[];
  let { matched, made } = progress;
  for (const row of rows) {
    // Those that have come in since have their customer already.
    const outcome = row.customerId === null ? await matchRequest({ table }, row) : "none";
    if (outcome !== "none") matched += 1;
    if (outcome === "made") made += 1;
  }
  const isOver = rows.length < REQUESTS_PER_BATCH;
  await db
    .updateTable("earlierRequests")
    .set({
      ...{ matched, made },
      lastId: rows.at(-1)?.id ?? progress.lastId,
      seen: Math.min(progress.total, progress.seen + rows.length),
      finishedAt: isOver ? now.toISOString() : null,
    })
    .where("requestTable", "=", table)
    .execute();
  if (isOver && matched > 0) log.info({ table, matched, made }, "earlier requests matched to customers");
  return !isOver;
}

/** How far it has come. */
export async function findEarlierProgress(): Promise<EarlierProgress> {
  const rows = await db.selectFrom("earlierRequests").selectAll().execute();
  const sum = (name: "total" | "seen" | "matched" | "made") => rows.reduce((all, row) => all + row[name], 0);
  const counts = { total: sum("total"), seen: sum("seen"), matched: sum("matched"), made: sum("made") };
  const isFinished = rows.every(({ finishedAt }) => finishedAt !== null);
  const isStopped = rows.some(({ finishedAt, stoppedAt }) => finishedAt === null && stoppedAt !== null);
  const state = counts.total === 0 ? "nothing" : isFinished ? "finished" : isStopped ? "stopped" : "running";
  return { state, ...counts };
}

/** Stops it until someone resumes it. */
export async function stopMatching(now: Date): Promise<void> {
  await db
    .updateTable("earlierRequests")
    .set({ stoppedAt: sql<string>`coalesce("stoppedAt", ${now.toISOString()})` })
    .where("finishedAt", "is", null)
    .execute();
}

/** Lets it continue with its next run. */
export async function goOnMatching(): Promise<void> {
  await db.updateTable("earlierRequests").set({ stoppedAt: null }).execute();
}
