import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { log } from "~/http/log.server";
import { openKinds } from "./kinds.server";
import type { SearchHit } from "./search";

/** How many records are kept for each account. */
const KEPT = 5;

/** Remembers that the actor has opened a record, which the search offers them again. Never fails. */
export async function rememberOpened(kind: string, recordId: string): Promise<void> {
  const { accountId } = actor();
  if (accountId === undefined) return;
  const openedAt = now().toISOString();
  try {
    const [last] = await listOpened(accountId);
    if (last?.kind === kind && last.recordId === recordId) return;
    await transaction(async () => {
      await db
        .insertInto("recentRecords")
        .values({ accountId, kind, recordId, openedAt })
        .onConflict((conflict) =>
          conflict.columns(["accountId", "kind", "recordId"]).doUpdateSet({ openedAt }),
        )
        .execute();
      const oldest = (await listOpened(accountId)).slice(KEPT);
      for (const { kind, recordId } of oldest) {
        await db
          .deleteFrom("recentRecords")
          .where("accountId", "=", accountId)
          .where("kind", "=", kind)
          .where("recordId", "=", recordId)
          .execute();
      }
    });
  } catch (error) {
    log.error({ error }, "remembering what was opened failed");
  }
}

/** The records that an account has opened last, the last one first. */
export async function listRecent(accountId: string): Promise<SearchHit[]> {
  const opened = await listOpened(accountId);
  const found = await Promise.all(
    openKinds().map((one) =>
      one.find(opened.filter(({ kind }) => kind === one.kind).map(({ recordId }) => recordId)),
    ),
  );
  const hits = new Map(found.flat().map(({ hit }) => [hit._id, hit]));
  return opened.flatMap(({ recordId }) => hits.get(recordId) ?? []).slice(0, KEPT);
}

function listOpened(accountId: string) {
  return db
    .selectFrom("recentRecords")
    .select(["kind", "recordId"])
    .where("accountId", "=", accountId)
    .orderBy("openedAt", "desc")
    .execute();
}
