import { appPurpose } from "~/accounts/second-factor";
import { config } from "~/config.server";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { openSealedWith, sealWith } from "~/http/sealing.server";
import { PURCHASES, sellerPurpose } from "~/purchases/purchases";
import { readPresentAccounts } from "./present.server";

/**
 * What a database has sealed that nobody can type again, each one's purpose by its row's id, and which rows are the backup's and stay.
 * Today's apps stay as they are: one lost with a former secret doesn't open with a backup's.
 */
const SEALED = [
  {
    ...{ table: "administrators", column: "totpSecret", purposeOf: appPurpose },
    stays: "id not in (select value from json_each(@today))",
  },
  {
    ...{ table: "sealedItems", column: "sealed", purposeOf: sellerPurpose },
    stays: `not exists (select 1 from erasures where "isDue" = 1 and (
      "recordKind" = 'sealedItem' and "recordId" = "sealedItems".id
      or "recordKind" = '${PURCHASES.recordKind}' and "recordId" = "purchaseId"))`,
  },
] as const;

/**
 * Reseals what a backup's site sealed with its own secret, if this site has another one after the restore. Comes after today's accounts,
 * and what must be erased again, are in the database.
 * @param secrets the one that came with the backup, if any, and the site's after the restore
 * @returns what the site can't open, in a sentence; empty for nothing
 */
export function sealBackupAnew(
  sqlite: SqliteConnection,
  { backup, restored }: { backup: string | undefined; restored: string | undefined },
): string {
  if (restored === undefined) return "";
  const accounts = readPresentAccounts();
  const today = typeof accounts === "object" ? accounts.administrators.map(({ id }) => id) : [];
  let unopened = 0;
  for (const { table, column, purposeOf, stays } of SEALED) {
    const ids = sqlite
      .prepare(`select id from ${table} where ${column} is not null and ${stays}`)
      .pluck()
      .all({ today: JSON.stringify(today) }) as string[];
    const read = sqlite.prepare(`select ${column} from ${table} where id = ?`).pluck();
    const write = sqlite.prepare(`update ${table} set ${column} = ? where id = ?`);
    for (const id of ids) {
      const sealed = String(read.get(id));
      if (openSealedWith(restored, purposeOf(id), sealed)) continue;
      const content = backup === undefined ? undefined : openSealedWith(backup, purposeOf(id), sealed);
      if (content) write.run(sealWith(restored, purposeOf(id), content), id);
      else unopened += 1;
    }
  }
  if (unopened === 0) return "";
  const what = `${unopened} of the backup's sellers' IDs and authenticator apps`;
  const secret = config.SESSION_SECRET === undefined ? "Set SESSION_SECRET to" : "SESSION_SECRET is not";
  return `${what} can't be opened, because its site had a different session secret. ${secret} that site's.`;
}
