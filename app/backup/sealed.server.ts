import { appPurpose } from "~/accounts/second-factor";
import { config } from "~/config.server";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { openSealedWith, sealWith } from "~/http/sealing.server";
import { sellerPurpose } from "~/purchases/purchases";

/** What a database has sealed that nobody can type again, and what each is sealed for by its row's id. */
const SEALED = [
  { table: "administrators", column: "totpSecret", purposeOf: appPurpose },
  { table: "sealedItems", column: "sealed", purposeOf: sellerPurpose },
] as const;

/**
 * Seals anew what a backup's site sealed with a secret of its own, where this site has another one after the restore.
 * @param secrets the one that came with the backup, if any, and the site's after the restore
 * @returns what the site can't open, in a sentence; empty for nothing
 */
export function sealBackupAnew(
  sqlite: SqliteConnection,
  { backup, restored }: { backup: string | undefined; restored: string | undefined },
): string {
  if (restored === undefined) return "";
  let unopened = 0;
  for (const { table, column, purposeOf } of SEALED) {
    const ids = sqlite
      .prepare(`select id from ${table} where ${column} is not null`)
      .pluck()
      .all() as string[];
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
  return `${what} can't be opened, because its site had another session secret. ${secret} that site's.`;
}
